import type { ProductField } from "~/domain/catalog/product-record"
import { editedVariantRecord } from "~/domain/catalog/variants/variant-record"

/** The columns of variants; all others belong to the product. */
export const variantColumns = [...editedVariantRecord.names, "stockSeen", "picture"] as const
export type VariantColumn = (typeof variantColumns)[number]
export type ProductColumn = Exclude<ProductField, VariantColumn>

/** A product in a file, with unvalidated texts and without empty cells */
export interface ImportedProduct {
  /** The id of a product of this shop; absent for a new one */
  id?: string
  /** The name of the product within the file */
  handle?: string
  cells: Partial<Record<ProductColumn, string>>
  /** Option names; empty in a file without options */
  options: readonly string[]
  /** Addresses or file names of pictures, for a new product */
  pictures?: readonly string[]
  /** Its former addresses in its original shop */
  formerPaths?: readonly string[]
  /** Names of possible categories, the best first; `cells.category` is one of them. */
  categories?: readonly string[]
  /** At least one variant, in the order of the file */
  variants: ImportedVariant[]
}

export interface ImportedVariant {
  /** The line number as editors count; the heading is line 1. */
  line: number
  /** The name of a value for each option */
  values: readonly string[]
  cells: Partial<Record<VariantColumn, string>>
  /** An index into the product's `pictures`, from 1 */
  pictureNumber?: number
  /** An error found while the row was read */
  problem?: string
}
