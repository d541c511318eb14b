import { expect, test } from "vitest"
import { deliveryDates } from "./delivery-days"

test("working days are counted without weekends, and a month that both days are in is named once", () => {
  const monday = new Date("2026-11-23T12:00:00Z")
  expect(deliveryDates({ from: 1, to: 3 }, monday)).toBe("Tue 24 to Thu 26 Nov")
  expect(deliveryDates({ from: 4, to: 6 }, monday)).toBe("Fri 27 Nov to Tue 1 Dec")
  expect(deliveryDates({ from: 5, to: 5 }, monday)).toBe("Mon 30 Nov")
})
