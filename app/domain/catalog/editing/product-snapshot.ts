import { z } from "zod"
import type { EditableProduct } from "../product"
import { type ProductField, productTexts } from "./product-fields"

/** Stock is compared by its corrections, because sales are no edit. */
type SnapshotField = Exclude<ProductField, "stock"> | "pictures" | "corrected"

export const ProductSnapshot = z.object({
  name: z.string().max(1_000).default(""),
  price: z.string().max(30).default(""),
  compareAtPrice: z.string().max(30).default(""),
  category: z.string().max(100).default(""),
  desc: z.string().max(30_000).default(""),
  status: z.string().max(30).default(""),
  publishedFrom: z.string().max(30).default(""),
  publishedUntil: z.string().max(30).default(""),
  taxClass: z.string().max(100).default(""),
  brand: z.string().max(1_000).default(""),
  material: z.string().max(1_000).default(""),
  countryOfOrigin: z.string().max(1_000).default(""),
  manufacturer: z.string().max(1_000).default(""),
  manufacturerAddress: z.string().max(2_000).default(""),
  manufacturerContact: z.string().max(1_000).default(""),
  warnings: z.string().max(6_000).default(""),
  withdrawalExemption: z.string().max(1_000).default(""),
  ownFacts: z.string().max(20_000).default(""),
  pictures: z.string().max(20_000).default(""),
  corrected: z.string().max(30).default(""),
} satisfies Record<SnapshotField, z.ZodType>)
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
