import { z } from "zod"
import { Day } from "~/domain/lists/day"
import { type Cents, spread } from "~/domain/money/money"

/** Days of UTC, the last one included */
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

/** A line of an order, or its shipping, with what is charged on it */
export interface TaxedPart {
  net: Cents
  taxes: { name: string; rate: number; amount: Cents }[]
}

interface RefundedPart {
  name: string
  rate: number
  net: Cents
  tax: Cents
}

/**
 * Returns what a refund gives back of each rate, in proportion to the whole order. Running sums are subtracted, so that
 * refunds that come to the order's total give back each tax to the cent.
 */
export function refundedParts(parts: readonly TaxedPart[], before: Cents, amount: Cents): RefundedPart[] {
  const alike = addUp(parts)
  const weights = alike.flatMap(({ net, taxes }) => [net, ...taxes.map((tax) => tax.amount)])
  const [shares, sharesBefore] = [spread(before + amount, weights), spread(before, weights)]
  const given = weights.map((_, at) => (shares[at] ?? 0) - (sharesBefore[at] ?? 0)).values()
  return alike.flatMap(({ taxes }) => {
    const net = given.next().value ?? 0
    if (taxes.length === 0) return [{ name: "", rate: 0, net, tax: 0 }]
    return taxes.map(({ name, rate }) => ({ name, rate, net, tax: given.next().value ?? 0 }))
  })
}

/** Merges parts with the same taxes. */
function addUp(parts: readonly TaxedPart[]): TaxedPart[] {
  const alike = new Map<string, TaxedPart>()
  for (const { net, taxes } of parts) {
    const key = JSON.stringify(taxes.map(({ name, rate }) => [name, rate]))
    const known = alike.get(key)
    const amounts = taxes.map((tax, at) => ({ ...tax, amount: tax.amount + (known?.taxes[at]?.amount ?? 0) }))
    alike.set(key, { net: net + (known?.net ?? 0), taxes: amounts })
  }
  return [...alike.values()]
}
