import { expect, test } from "vitest"
import { PRICE_RANGE } from "~/domain/search/product-filter"
import { nearestStop, priceMarks, priceStops } from "./price-range"

test("the slider's stops begin and end with the shop's limits and increase by whole dollars", () => {
  expect([priceStops[0], priceStops.at(-1)]).toEqual([PRICE_RANGE.min, PRICE_RANGE.max])
  expect(priceStops).toEqual([...new Set(priceStops)].sort((a, b) => a - b))
  expect(priceStops.every(Number.isInteger)).toBe(true)
})

test("the steps between two marks are equal, and the marks equally far apart", () => {
  const steps = priceStops.slice(1).map((stop, index) => stop - (priceStops[index] ?? 0))
  expect(new Set(steps)).toEqual(new Set([5, 20, 25, 200, 1_000]))
  expect(priceMarks.map((mark) => priceStops.indexOf(mark))).toEqual([0, 20, 40, 60, 80, 100])
})

test("a price between two stops puts the thumb on the nearer one", () => {
  expect([-5, 2, 3, 99, 24_400, 90_000].map(nearestStop)).toEqual([0, 0, 1, 20, 99, 100])
})
