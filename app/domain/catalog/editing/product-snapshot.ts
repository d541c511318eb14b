import { z } from "zod"
import type { EditableProduct } from "../product"
import { type ProductField, productFields, productTexts } from "./product-fields"

/** Stock is compared by its corrections, because sales are not edits. */
type SnapshotField = Exclude<ProductField, "stock"> | "pictures" | "corrected"

const snapshotFields: readonly SnapshotField[] = [
  ...productFields.filter((field) => field !== "stock"),
  "pictures",
  "corrected",
]

const SentText = z.string().max(30_000).default("")

export const ProductSnapshot = z.object(
  Object.fromEntries(snapshotFields.map((field) => [field, SentText])) as Record<SnapshotField, typeof SentText>,
)
export type ProductSnapshot = z.output<typeof ProductSnapshot>

export function snapshotOf(product: EditableProduct, corrected: string): ProductSnapshot {
  const { stock: _, ...texts } = productTexts(product)
  const { name, pictures } = product
  return {
    ...texts,
    pictures: pictures.map(({ id, alt }) => `${id} ${alt === name ? "" : alt}`.trim()).join("\n"),
    corrected,
  }
}
