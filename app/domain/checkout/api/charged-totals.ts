import type { Cents, Totals } from "~/domain/money"

/**
 * The totals of an order that is charged `amount`. Clients that add up in floating point come out a cent beside ours
 * now and then: that cent is the tax line's, so that the total is what was charged. Null when more is amiss.
 */
export function chargedTotals(totals: Totals, amount: Cents): Totals | null {
  const difference = amount - totals.total
  const tax = totals.tax + difference
  return Math.abs(difference) <= 1 && tax >= 0 ? { ...totals, tax, total: amount } : null
}
