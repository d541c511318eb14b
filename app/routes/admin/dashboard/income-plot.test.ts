import { expect, test } from "vitest"
import { plotIncome, scaleTop } from "./income-plot.server"

const periods = (incomes: number[], earlier: number[] = []) =>
  incomes.map((income, index) => ({
    from: `2026-03-${String(index + 1).padStart(2, "0")}`,
    income,
    refunded: index === 1 ? 250 : 0,
    orders: 1,
    earlierIncome: earlier[index] ?? 0,
  }))

test("one large order does not flatten the others: the scale ends below it, and the chart says so", () => {
  const plot = plotIncome(periods([1_000, 900_000, 1_500]), "30 days", "USD")
  expect(plot.bars.map((bar) => bar.cut)).toEqual([false, true, false])
  expect(plot.bars[2]?.height).toBeGreaterThan(plot.height / 2)
  expect(plot.bars[1]).toMatchObject({ y: 0, height: plot.height })
  expect(plot.beyond).toBe("The scale ends at $15.00. Beyond it: 2 Mar ($9,000.00).")
})

test("incomes of similar size are all within the scale", () => {
  const plot = plotIncome(periods([1_000, 3_000, 2_000], [4_000, 0, 100]), "30 days", "USD")
  expect(plot.beyond).toBeUndefined()
  expect(plot.bars.some((bar) => bar.cut)).toBe(false)
  expect(plot.earlier.split(" ")).toHaveLength(3)
  expect(plot.bars[0]?.label).toEqual(["1 Mar", "$10.00, 1 order", "$40.00 30 days before"])
  expect(plot.bars[1]?.label).toEqual(["2 Mar", "$30.00, 1 order", "$2.50 refunded", "$0.00 30 days before"])
})

test("the scale excludes at most three, and never all", () => {
  expect(scaleTop([])).toBe(100)
  expect(scaleTop([0, 0, 900])).toBe(900)
  expect(scaleTop([9_000, 8_000, 7_000, 100, 90])).toBe(100)
  expect(scaleTop([9_000, 8_000, 7_000, 6_000, 100])).toBe(9_000)
  expect(scaleTop([400, 100])).toBe(400)
})
