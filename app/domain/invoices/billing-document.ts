import type { Day } from "~/domain/days/days"
import type { Cents } from "~/domain/money/money"
import type { BillLine } from "~/domain/pricing/bill"
import type { TaxedPart } from "~/domain/pricing/charges"

export type DocumentKind = "invoice" | "credit-note"

export const documentNames: Record<DocumentKind, string> = { invoice: "Invoice", "credit-note": "Credit note" }

interface DocumentLine {
  /** The order line's */
  id: string
  name: string
  quantity: number
  /** Of one unit */
  price: Cents
  amount: Cents
}

export interface DocumentTax {
  /** Empty for what bears no tax */
  name: string
  rate: number
  net: Cents
  amount: Cents
  /** Why it bears no tax; only without a name */
  reason?: string
}

/** What is printed, as it was when it was issued */
export interface DocumentContents {
  seller: { name: string; lines: string[] }
  buyer: { name: string; lines: string[] }
  /** Times begin with the day that is printed: they have the offset of the shop's zone of that time. */
  order: { number: number; placedAt: string }
  /** Of a credit note */
  invoice?: { number: string; issuedAt: string }
  lines: DocumentLine[]
  bill: BillLine[]
  taxes: DocumentTax[]
  /** What the taxes are on; absent in documents that were issued before parts were stored */
  parts?: TaxedPart[]
}

/** Returns the day that is printed, by the zone of that time. */
export function printedDay(timeWithOffset: string): Day {
  return timeWithOffset.slice(0, 10)
}

export interface DocumentRow {
  id: string
  orderId: string
  kind: DocumentKind
  number: string
  issuedAt: Date
  /** The day in the shop's zone of that time */
  issuedOn: Day
  total: Cents
  currency: string
}

export interface BillingDocument extends DocumentRow {
  contents: DocumentContents
}
