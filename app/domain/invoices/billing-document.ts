import type { Day } from "~/domain/days/days"
import type { Cents } from "~/domain/money/money"
import type { BillLine } from "~/domain/pricing/bill"
import type { TaxedPart } from "~/domain/pricing/charges"

export type DocumentKind = "invoice" | "credit-note"

export const documentNames: Record<DocumentKind, string> = { invoice: "Invoice", "credit-note": "Credit note" }

interface DocumentLine {
  /** The order line's id */
  id: string
  name: string
  quantity: number
  /** The price of one unit */
  price: Cents
  amount: Cents
}

export interface DocumentTax {
  /** The name of the tax; empty for untaxed parts */
  name: string
  rate: number
  net: Cents
  amount: Cents
  /** The reason why the part is untaxed; only without a name */
  reason?: string
}

/** The printed content, as it was when the document was issued */
export interface DocumentContents {
  seller: { name: string; lines: string[] }
  buyer: { name: string; lines: string[] }
  /** Times begin with the day that is printed: they have the offset of the shop's time zone at that time. */
  order: { number: number; placedAt: string }
  /** Only for a credit note */
  invoice?: { number: string; issuedAt: string }
  lines: DocumentLine[]
  bill: BillLine[]
  taxes: DocumentTax[]
  /** The bases of the taxes; absent in documents issued before parts were stored */
  parts?: TaxedPart[]
}

/** Returns the printed day, in the time zone of that time. */
export function printedDay(timeWithOffset: string): Day {
  return timeWithOffset.slice(0, 10)
}

export interface DocumentRow {
  id: string
  orderId: string
  kind: DocumentKind
  number: string
  issuedAt: Date
  /** The day in the shop's time zone at that time */
  issuedOn: Day
  total: Cents
  currency: string
}

export interface BillingDocument extends DocumentRow {
  contents: DocumentContents
}
