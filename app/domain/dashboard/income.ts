import type { Cents } from "../money"

export const incomeSpans = ["30 days", "12 months"] as const
export type IncomeSpan = (typeof incomeSpans)[number]

/** What the orders of one day or month came to, less what was given back of them. */
export interface IncomeStep {
  /** The first day, as `2026-03-01`, in UTC. */
  from: string
  income: Cents
  orders: number
}
