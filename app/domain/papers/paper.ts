import type { Cents } from "../money"
import type { BillLine } from "../pricing/bill"

export type PaperKind = "invoice" | "credit-note"

export const paperNames: Record<PaperKind, string> = { invoice: "Invoice", "credit-note": "Credit note" }

export interface PaperLine {
  /** The order line's */
  id: string
  name: string
  quantity: number
  /** Of one unit */
  price: Cents
  amount: Cents
}

export interface PaperTax {
  name: string
  rate: number
  net: Cents
  amount: Cents
}

/** What is printed, as it was when the paper was issued */
export interface PaperContents {
  seller: { name: string; lines: string[] }
  buyer: { name: string; lines: string[] }
  order: { number: number; placedAt: string }
  /** Of a credit note */
  invoice?: { number: string; issuedAt: string }
  lines: PaperLine[]
  bill: BillLine[]
  taxes: PaperTax[]
}

export interface PaperRow {
  id: string
  orderId: string
  kind: PaperKind
  number: string
  issuedAt: Date
  total: Cents
  currency: string
}

export interface Paper extends PaperRow {
  contents: PaperContents
}
