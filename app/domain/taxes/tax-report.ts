import { z } from "zod"
import { Day } from "~/domain/lists/day"
import type { Cents } from "~/domain/money/money"

/** Days in the shop's time zone, including the last one */
export const TaxReportFilter = z.object({ from: Day, to: Day })
export type TaxReportFilter = z.output<typeof TaxReportFilter>

/** Sales at one rate and place; untaxed without a name */
export interface TaxReportRow {
  /** ISO codes; both empty for orders collected at the shop */
  country: string
  state: string
  name: string
  rate: number
  net: Cents
  tax: Cents
  /** Refunds made in the period, of any order */
  refundedNet: Cents
  refundedTax: Cents
}

export interface TaxReport {
  rows: TaxReportRow[]
  /** All orders of the period: net and tax add up to the total. */
  totals: Record<"orders" | "net" | "tax" | "total" | "refunded", number>
}
