import { expect, test } from "vitest"
import { emptySettings } from "~/domain/settings/settings"
import type { SettingsMemory } from "~/domain/settings/settings-memory.server"
import { deliveryDates } from "./delivery-days"
import { promisedDates } from "./promised-dates.server"

test("working days exclude weekends, and a month is named once if it has both days", () => {
  const after = (from: number, to: number) => deliveryDates({ from, to }, "2026-11-23", () => false)
  expect(after(1, 3)).toBe("Tue 24 to Thu 26 Nov")
  expect(after(4, 6)).toBe("Fri 27 Nov to Tue 1 Dec")
  expect(after(5, 5)).toBe("Mon 30 Nov")
})

test("no delivery is promised for a weekend or a holiday, not even for today", () => {
  expect(deliveryDates({ from: 0, to: 1 }, "2026-11-28", () => false)).toBe("Mon 30 Nov")
  expect(deliveryDates({ from: 0, to: 1 }, "2026-11-27", (day) => day === "2026-11-30")).toBe("Fri 27 Nov to Tue 1 Dec")
  expect(deliveryDates({ from: 999, to: 999 }, "2026-11-27", () => false)).toBe("Thu 26 Sep")
})

const home = { country: "AT", state: "9", pinCode: "" }
const pickup = { address: "2 Market Square", hours: "9 to 5" }

/** 8 December is a holiday in Austria; 25 December is one in both countries, 24 December in Poland, 6 January in Bavaria. */
test.each([
  ["what leaves on a holiday of the shop", "2026-12-07", { country: "DE", state: "HH" }, "Wed 9 to Thu 10 Dec"],
  ["what arrives on a holiday of its place", "2026-12-23", { country: "PL", state: "14" }, "Mon 28 to Tue 29 Dec"],
  ["another place", "2026-12-23", { country: "DE", state: "HH" }, "Thu 24 to Mon 28 Dec"],
  ["a region", "2027-01-04", { country: "DE", state: "BY" }, "Tue 5 to Thu 7 Jan"],
])("a promise skips holidays of both places: %s", (_, today, to, dates) => {
  const shop = shopIn(home, today)
  expect(promisedDates(shop, { days: { from: 1, to: 2 }, pickup: null }, to)).toBe(dates)
})

test("collected orders, and a shop without a place, follow one calendar", () => {
  const [days, poland] = [
    { from: 1, to: 1 },
    { country: "PL", state: "14" },
  ]
  expect(promisedDates(shopIn(home, "2026-12-23"), { days, pickup }, poland)).toBe("Thu 24 Dec")
  const nowhere = shopIn({ country: "", state: "", pinCode: "" }, "2026-12-07")
  expect(promisedDates(nowhere, { days, pickup: null }, { country: "DE", state: "HH" })).toBe("Tue 8 Dec")
  expect(promisedDates(nowhere, { days: null, pickup }, poland)).toBeNull()
})

function shopIn(home: { country: string; state: string; pinCode: string }, today: string) {
  const current = { ...emptySettings, pricing: { ...emptySettings.pricing, home } }
  return { settings: { current } as SettingsMemory, now: () => new Date(`${today}T12:00Z`) }
}
