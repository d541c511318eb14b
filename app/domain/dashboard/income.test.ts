import { expect, test } from "vitest"
import { summarizeIncome } from "./income"

const period = (income: number, orders: number, earlierIncome: number, refunded = 0) => ({
  from: "2026-03-01",
  income,
  refunded,
  orders,
  earlierIncome,
})

test("the summary compares a period with the one before", () => {
  expect(summarizeIncome([period(1_000, 1, 500, 900), period(2_000, 2, 1_500, 50)])).toEqual({
    income: 3_000,
    refunded: 950,
    orders: 3,
    averageOrder: 1_000,
    change: 50,
  })
  expect(summarizeIncome([period(900, 2, 1_000)])).toMatchObject({ averageOrder: 450, change: -10 })
})

test("division by zero is avoided", () => {
  expect(summarizeIncome([])).toEqual({ income: 0, refunded: 0, orders: 0 })
  expect(summarizeIncome([period(0, 0, 400)])).toEqual({ income: 0, refunded: 0, orders: 0, change: -100 })
  expect(summarizeIncome([period(500, 1, 0)])).toEqual({ income: 500, refunded: 0, orders: 1, averageOrder: 500 })
})
