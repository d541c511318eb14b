import type { ProductField } from "~/domain/catalog/product-record"
import { editedVariantRecord } from "~/domain/catalog/variants/variant-record"

/** The columns of variants; all others belong to the product. */
export const variantColumns = [...editedVariantRecord.names, "stockSeen", "picture"] as const
export type VariantColumn = (typeof variantColumns)[number]
export type ProductColumn = Exclude<ProductField, VariantColumn>

/** A value of a file that the import changes, or leaves out */
export interface CellChange {
  line: number
  heading: string
  cell: string
  /** The text that takes its place; empty for none */
  becomes: string
  reason: string
  /** Absent for other values */
  about?: ChangedValue
  /** The reason without the values of this row, if it has any: rows are counted by it */
  group?: string
}

/** The values that a preview counts by the reasons of their changes */
export type ChangedValue = "prices" | "stock" | "skus" | "taxes"

/** How another shop kept the stock of a variant */
export interface ImportedInventory {
  /** Counted for each version, for all versions of the product together, or not at all */
  counted: "version" | "product" | "none"
  /** Whether it was sold when its stock was used up */
  isSoldWhenOut: boolean
  /** Whether the other shop had it, if it did not count */
  isInStock: boolean
}

/** A sale price with the days on which it begins and ends, as in the file */
export interface ImportedSale {
  price: string
  from: string | null
  until: string | null
}

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
  /** The alternative text of each picture; empty for none */
  alts?: readonly string[]
  /** Its former addresses in its original shop */
  formerPaths?: readonly string[]
  /** Its permanent key in its original shop, such as `id:44` */
  origin?: string
  /** Whether the file has neither an id, a handle nor an SKU of it */
  isKnownByName?: boolean
  /** The name of its tax class in its original shop */
  taxClassName?: string
  /** Whether its prices are without tax */
  isNet?: boolean
  /** Whether it only changes a product that was imported before, such as a file with stock alone */
  onlyChanges?: boolean
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
  /** Values that are not imported as they are */
  changes?: readonly CellChange[]
  /** An amount that is added to the price of its product, without tax */
  priceImpact?: string
  /** The price outside of a sale to which the impacts of versions in another file are added */
  basePrice?: string
  /** How its sale reduces the price, and that of versions in another file: `10%`, or an amount with tax */
  discount?: string
  inventory?: ImportedInventory
  /** Whether its stock of 0 is that of a version for which the file has no number */
  isUnstated?: boolean
  /** Why its units were asked for: what the shop cannot keep as it was */
  asked?: "uncounted" | "shared" | "backorders" | "unstated"
  sale?: ImportedSale
}
