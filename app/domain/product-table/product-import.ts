import type { ProductChanges } from "~/domain/catalog/product"

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

export interface ImportRow {
  line: number
  productId: string | null
  name: string
  outcome: RowOutcome
  fields: ProductChanges
  before: ProductChanges
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
