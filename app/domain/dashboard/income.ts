import type { Cents } from "~/domain/money/money"

export const incomeSpans = ["30 days", "12 months"] as const
export type IncomeSpan = (typeof incomeSpans)[number]

export interface IncomePeriod {
  /** The first day, such as `2026-03-01` */
  from: string
  /** The sum of the totals of the orders placed then */
  income: Cents
  /** Refunds of these orders, whenever they were made */
  refunded: Cents
  orders: number
  /** The period of the same length before */
  earlierIncome: Cents
}

export interface IncomeSummary {
  income: Cents
  refunded: Cents
  orders: number
  /** Absent without orders */
  averageOrder?: Cents
  /** Percent: 12 is 12 % more than the period before; absent without earlier income */
  change?: number
}

export function summarizeIncome(periods: IncomePeriod[]): IncomeSummary {
  const sum = (of: (period: IncomePeriod) => number) => periods.reduce((total, period) => total + of(period), 0)
  const income = sum((period) => period.income)
  const orders = sum((period) => period.orders)
  const earlier = sum((period) => period.earlierIncome)
  return {
    income,
    refunded: sum((period) => period.refunded),
    orders,
    ...(orders > 0 && { averageOrder: Math.round(income / orders) }),
    ...(earlier > 0 && { change: Math.round((100 * (income - earlier)) / earlier) }),
  }
}
