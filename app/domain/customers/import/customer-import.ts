import type { SheetMapping } from "~/domain/product-table/moving-in/sheet"
import type { ImportedCustomer } from "./imported-customer"

/**
 * `create` and `merge` become `created` and `merged`, or `failed` if the account has changed too much since; an import
 * that was taken back makes them `undone`, or `kept` if the account was used in the meantime.
 */
export type CustomerOutcome =
  | "create"
  | "merge"
  | "same"
  | "error"
  | "created"
  | "merged"
  | "failed"
  | "undone"
  | "kept"

export const customerOutcomeNames: Record<CustomerOutcome, string> = {
  create: "New",
  merge: "Added to an account",
  same: "Unchanged",
  error: "Error",
  created: "Created",
  merged: "Added to its account",
  failed: "Failed",
  undone: "Taken back",
  kept: "Kept",
}

/** The values that an import overwrites, for taking it back */
export type BeforeImport = Partial<Omit<ImportedCustomer, "email">> & { hasOrigin: boolean }

export interface CustomerRow {
  line: number
  userId: string | null
  email: string
  name: string
  outcome: CustomerOutcome
  fields: ImportedCustomer | null
  before: BeforeImport | null
  message: string
}

/** `arriving`: being uploaded; `reading`: by a job; `checked`: the preview, with nothing written yet */
export type CustomerImportStatus =
  | "arriving"
  | "reading"
  | "refused"
  | "checked"
  | "running"
  | "done"
  | "undoing"
  | "undone"

export interface CustomerImport {
  id: string
  fileName: string
  status: CustomerImportStatus
  finishedAt: Date | null
  counts: Record<CustomerOutcome, number>
  /** The software that created the file */
  source: string
  mapping: SheetMapping | null
  /** The file's form, in words */
  encoding: string
  separator: string
  rowsRead: number
  /** The reason why the file was refused */
  problem: string
}

export const CUSTOMER_ROWS_PER_PAGE = 10

const MB = 1024 * 1024

/** Bytes */
export const MAX_CUSTOMERS_BYTES = 30 * MB

export const customerFiles = { file: MAX_CUSTOMERS_BYTES, files: 1, request: MAX_CUSTOMERS_BYTES + MB }
