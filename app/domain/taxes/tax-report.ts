import { z } from "zod"
import { Day } from "~/domain/lists/day"
import type { Cents } from "~/domain/money/money"

/** The shop's days, the last one included */
export const TaxReportFilter = z.object({ from: Day, to: Day })
export type TaxReportFilter = z.output<typeof TaxReportFilter>

/** Sales of one rate at one place; untaxed without a name */
export interface TaxReportRow {
  /** ISO codes; both empty for what was collected at the shop */
  country: string
  state: string
  name: string
  rate: number
  net: Cents
  tax: Cents
  /** Of refunds made in the period, of any order */
  refundedNet: Cents
  refundedTax: Cents
}

export interface TaxReport {
  rows: TaxReportRow[]
  /** Of all orders of the period: net and tax are the total. */
  totals: Record<"orders" | "net" | "tax" | "total" | "refunded", number>
}
