import type { ProductField } from "~/domain/catalog/product-fields"

/** Of each variant; all other fields are the product's. */
export const variantColumns = [
  "price",
  "compareAtPrice",
  "stock",
  "stockSeen",
  "sku",
  "gtin",
  "weightGrams",
  "position",
  "picture",
] as const
export type VariantColumn = (typeof variantColumns)[number]
export type ProductColumn = Exclude<ProductField, VariantColumn>

/** A product as a file has it, whoever wrote the file: texts that nobody has checked, without empty cells. */
export interface ImportedProduct {
  /** That of a product of this shop; without one, the product is new. */
  id?: string
  /** What the file calls it */
  handle?: string
  cells: Partial<Record<ProductColumn, string>>
  /** Names; empty where the file says nothing of options */
  options: readonly string[]
  /** Addresses or names of files, for a new product */
  pictures?: readonly string[]
  /** Its addresses in the shop that it comes from */
  formerPaths?: readonly string[]
  /** Names of categories that would do, the best first; `cells.category` is one of them */
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
  /** Why the row cannot be imported, if its reader already knows */
  problem?: string
}
