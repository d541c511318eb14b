import type { ProductField } from "~/domain/catalog/editing/product-fields"

/** Columns of variants; all others are the product's. */
export const variantColumns = [
  "price",
  "compareAtPrice",
  "stock",
  "stockSeen",
  "sku",
  "gtin",
  "mpn",
  "weightGrams",
  "position",
  "picture",
] as const
export type VariantColumn = (typeof variantColumns)[number]
export type ProductColumn = Exclude<ProductField, VariantColumn>

/** A product of a file, with unchecked texts and without empty cells */
export interface ImportedProduct {
  /** Of a product of this shop; absent for a new one */
  id?: string
  /** The name of the product within the file */
  handle?: string
  cells: Partial<Record<ProductColumn, string>>
  /** Names; empty in a file without options */
  options: readonly string[]
  /** Addresses or names of files, for a new product */
  pictures?: readonly string[]
  /** Its addresses in the shop that it comes from */
  formerPaths?: readonly string[]
  /** Names of possible categories, the best first; `cells.category` is one of them */
  categories?: readonly string[]
  /** At least one, in the order of the file */
  variants: ImportedVariant[]
}

export interface ImportedVariant {
  /** Counted as editors do; the heading is line 1. */
  line: number
  /** The name of a value for each option */
  values: readonly string[]
  cells: Partial<Record<VariantColumn, string>>
  /** Of the product's `pictures`, from 1 */
  pictureNumber?: number
  /** An error found while the row was read */
  problem?: string
}
