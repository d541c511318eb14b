import type { ColumnType, Generated, JSONColumnType } from "kysely"

export interface BankFileTables {
  bank_files: {
    id: string
    file_name: string
    format: "camt.053" | "mt940" | "csv"
    author_id: string
    status: Generated<"mapping" | "checked" | "booking" | "booked">
    created_at: Generated<Date>
    finished_at: Date | null
    accounts: Generated<string[]>
    /** Entries of money that left the account */
    outgoing: Generated<number>
    /** Entries that the bank has not booked yet */
    pending: Generated<number>
    /** A CSV file, until its columns are chosen */
    contents: Uint8Array | null
  }
  bank_lines: {
    id: string
    file_id: string
    position: number
    /** Identifies an entry in several files */
    digest: string
    /** The same entry in an earlier file */
    known_as: string | null
    kind: "credit" | "reversal"
    /** A day */
    booked_on: ColumnType<never, string, never>
    /** Cents; read as a text */
    amount: ColumnType<string, number, never>
    currency: string
    payer_name: Generated<string>
    payer_iban: Generated<string>
    reference: Generated<string>
    text: Generated<string>
    outcome: LineOutcome
    /** The order that it pays, or the one that it may belong to */
    order_id: string | null
    status: Generated<"open" | "booked" | "returned" | "ignored">
    decided_at: Date | null
    decided_by: string | null
  }
  bank_mappings: {
    /** A digest */
    headings: string
    columns: JSONColumnType<(string | null)[]>
    saved_at: Generated<Date>
  }
}

export type LineOutcome =
  | "matches"
  | "short"
  | "over"
  | "twice"
  | "cancelled"
  | "unknown"
  | "similar"
  | "currency"
  | "reversal"
  | "known"
