import { expect, test } from "vitest"
import { letterheadOf } from "./identity"
import { parseRegistration, registrationLine } from "./registrations"
import { emptySettings } from "./settings"

test.each([
  ["DE packaging: DE1234567890123", "Packaging register (DE): DE1234567890123"],
  ["DE electrical: DE 12345678", "Electrical equipment register (WEEE) (DE): DE 12345678"],
  ["FR batteries: FR001:02", "Battery register (FR): FR001:02"],
])("%s is shown as %s", (line, shown) => {
  const parsed = parseRegistration(line)
  expect(parsed && registrationLine(parsed)).toBe(shown)
})

test.each([
  "packaging: 1",
  "Germany packaging: 1",
  "DE: 1",
  "DE toys: 1",
  "DE packaging",
  "DE packaging:",
  "DE a packaging: 1",
])("%s is no registration", (line) => {
  expect(parseRegistration(line)).toBeNull()
})

test("an invoice names the registrations in the country of its buyer", () => {
  const settings = { current: { ...emptySettings, registrations: "DE packaging: DE1\nFR packaging: FR1" } }
  const seller = { identity: { name: "Eiche", email: "a@b.example", url: "https://b.example" }, settings } as never
  expect(letterheadOf(seller, "FR").lines).toEqual(["https://b.example", "a@b.example", "Packaging register (FR): FR1"])
  expect(letterheadOf(seller).lines).toEqual(["https://b.example", "a@b.example"])
})
