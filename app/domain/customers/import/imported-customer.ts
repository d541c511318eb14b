import type { StoredShippingInfo } from "~db/schema"

/** A customer as a row of a file says, ready to be compared with the shop's accounts */
export interface ImportedCustomer {
  email: string
  name: string
  address: StoredShippingInfo | null
  sourceKey: string
  note: string
  /** Consent to marketing emails; null if the file does not state it */
  consent: boolean | null
  /** A day such as `2026-12-28`, or null */
  consentOn: string | null
  consentSource: string
}

/** `problem`: the reason why the row cannot be imported */
export type ReadCustomer = { line: number; email: string; name: string } & (
  | { problem: string }
  | { customer: ImportedCustomer; remarks: string[] }
)
