import { factTexts } from "../facts/facts"
import type { EditableProduct } from "../product"
import { type ProductField, productRecord } from "../product-record"

export type DescribedProduct = Pick<
  EditableProduct,
  Extract<ProductField, keyof EditableProduct> | "facts" | "setPrices"
>

/** Formats fields as the form and CSV files do. */
export function productTexts(product: DescribedProduct) {
  const { setPrices, uncounted, facts } = product
  const texts = productRecord.textsOf({ ...product, ...setPrices, ...factTexts(facts) })
  return uncounted ? { ...texts, stock: "" } : texts
}

/** The texts that a stale edit is recognized by. Stock is compared by its corrections, because sales are not edits. */
export type ProductSnapshot = Record<string, string>

export function snapshotOf(product: EditableProduct, corrected: string): ProductSnapshot {
  const { stock: _, ...texts } = productTexts(product)
  const { name, pictures } = product
  return {
    ...texts,
    pictures: pictures.map(({ id, alt }) => `${id} ${alt === name ? "" : alt}`.trim()).join("\n"),
    corrected,
  }
}
