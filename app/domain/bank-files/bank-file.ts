import type { Selectable } from "kysely"
import type { Tables } from "~db/schema"
import type { LineOutcome } from "./bank-line"

type Row = Selectable<Tables["bank_files"]>

export interface BankFile extends Pick<Row, "id" | "format" | "status" | "accounts" | "outgoing" | "pending"> {
  fileName: string
  createdAt: Date
  finishedAt: Date | null
  /** The number of lines by their outcome */
  counts: Partial<Record<LineOutcome, number>>
  /** Lines that match and are not recorded yet */
  bookable: number
}

const MB = 1024 * 1024

/** Bytes */
export const MAX_BANK_FILE = 40 * MB
/** Bytes of a CSV file, which is stored until its columns are chosen */
export const MAX_CSV = 8 * MB

export const bankFiles = { file: MAX_BANK_FILE, files: 1, request: MAX_BANK_FILE + MB }
