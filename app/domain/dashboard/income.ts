import type { Cents } from "../money"

export const incomeSpans = ["30 days", "12 months"] as const
export type IncomeSpan = (typeof incomeSpans)[number]

/** What the orders of one day or month came to, less what was given back of them. */
export interface IncomePeriod {
  /** The first day, as `2026-03-01`, in UTC. */
  from: string
  income: Cents
  orders: number
  /** The income of the day or month that lies one whole span before. */
  earlierIncome: Cents
}

export interface IncomeSummary {
  income: Cents
  orders: number
  /** Absent without orders. */
  averageOrder?: Cents
  /** Compared with the span before, in per cent: 12 is 12 % more. Absent when there was no income to compare with. */
  change?: number
}

export function summarizeIncome(periods: IncomePeriod[]): IncomeSummary {
  const sum = (of: (period: IncomePeriod) => number) => periods.reduce((total, period) => total + of(period), 0)
  const income = sum((period) => period.income)
  const orders = sum((period) => period.orders)
  const earlier = sum((period) => period.earlierIncome)
  return {
    income,
    orders,
    ...(orders > 0 && { averageOrder: Math.round(income / orders) }),
    ...(earlier > 0 && { change: Math.round((100 * (income - earlier)) / earlier) }),
  }
}
