import type { ProductChanges } from "~/domain/catalog/product"
import type { VariantChange } from "~/domain/catalog/variants/variant-changes"

/** `create` and `update` become `created` and `updated`, or `failed` if the catalogue has changed too much since. */
export type RowOutcome = "create" | "update" | "same" | "error" | "created" | "updated" | "failed"

export const outcomeNames: Record<RowOutcome, string> = {
  create: "New",
  update: "Changed",
  same: "Unchanged",
  error: "Error",
  created: "Created",
  updated: "Updated",
  failed: "Failed",
}

/** What a row writes: of its variant, and of the product where it is the first. */
export interface RowChanges
  extends ProductChanges,
    Pick<VariantChange, "sku" | "gtin" | "weightGrams" | "position" | "pictureId"> {
  /** The number of the picture */
  picture?: number | null
  /** All options in words, where they change */
  options?: string
  /** Names of options and values, of a product with options */
  version?: [option: string, value: string][]
}

export interface ImportRow {
  line: number
  /** Of the product's first row: its rows are imported together. */
  productLine: number
  productId: string | null
  name: string
  outcome: RowOutcome
  fields: RowChanges
  before: RowChanges
  message: string
}

/** `judged`: nothing is written yet. */
type ImportStatus = "judged" | "running" | "done"

export interface ProductImport {
  id: string
  fileName: string
  status: ImportStatus
  createdAt: Date
  counts: Record<RowOutcome, number>
}

export const IMPORT_ROWS_PER_PAGE = 10
