import { expect, test } from "vitest"
import { nearestStop, priceStops } from "./price-stops"

test("the slider's stops begin and end with the shop's limits and only rise", () => {
  const stops = priceStops(0, 25000)
  expect(stops[0]).toBe(0)
  expect(stops.at(-1)).toBe(25000)
  expect(stops).toEqual([...new Set(stops)].sort((a, b) => a - b))
})

test("half of the slider is for prices under $250", () => {
  const stops = priceStops(0, 25000)
  expect(stops[Math.round(stops.length / 2)]).toBeLessThanOrEqual(250)
})

test("a price between two stops puts the thumb on the nearer one", () => {
  const stops = [0, 10, 100]
  expect([-5, 4, 6, 54, 56, 900].map((price) => nearestStop(stops, price))).toEqual([0, 0, 1, 1, 2, 2])
})
