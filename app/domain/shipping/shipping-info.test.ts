import { expect, test } from "vitest"
import { defaultRules } from "~/domain/pricing/rules"
import { emptySettings } from "~/domain/settings/settings"
import type { SettingsMemory } from "~/domain/settings/settings-memory.server"
import { addressFields } from "./address-schema.server"
import { addressErrors, telephoneOf } from "./delivery-rules"
import { PaidShippingJson, ShippingFields } from "./shipping-info"

const address = {
  address: "1 Main Street",
  suburb: "Springfield",
  state: "IL",
  country: "US",
  pinCode: "62701",
  phoneNo: "+1 217 555 0100",
}

test.each([
  ["030 / 1234567", "0301234567"],
  ["+49 (0)30 1234567", "+49301234567"],
  ["(0)30 1234567", "0301234567"],
  ["(217) 555-0100", "2175550100"],
])("the telephone number %s is stored as %s", (typed, kept) => {
  expect(ShippingFields.parse({ ...address, phoneNo: typed }).phoneNo).toBe(kept)
})

test("a telephone number is refused rather than truncated", () => {
  const cut = ShippingFields.safeParse({ ...address, phoneNo: `2175550100${" ".repeat(40)}9` })
  expect(cut.error?.issues.map(({ message }) => message)).toEqual(["This is too long: at most 50 characters"])
})

const WRONG = "Phone number must be 10 digit long"

test.each([
  ["US", "+1 (217) 555-0100", "2175550100", null],
  ["CA", "1-416-555-0100", "4165550100", null],
  ["US", "217 555 0100", "2175550100", null],
  ["US", "+1 217 555 01", "+121755501", `${WRONG}, without the country code`],
  ["US", "12175550100 5", "121755501005", WRONG],
  ["US", "+49 30 1234567", "+49301234567", `${WRONG}, without the country code`],
  ["AU", "+1 217 555 0100", "+12175550100", `${WRONG}, without the country code`],
])("where people dial ten digits in %s, %s is %s", (country, typed, dialled, message) => {
  const { phoneNo } = ShippingFields.parse({ ...address, phoneNo: typed })
  const place = { country, state: "", pinCode: "62701", phoneNo }
  expect(telephoneOf(defaultRules, place)).toBe(dialled)
  expect(addressErrors(defaultRules, place)).toEqual(message === null ? [] : [{ field: "phoneNo", message }])
})

test("where numbers have their country code, +1 stays", () => {
  const zones = defaultRules.zones.map((zone) => ({ ...zone, telephone: "international" as const }))
  const place = { country: "US", state: "IL", pinCode: "62701", phoneNo: "+12175550100" }
  expect(telephoneOf({ zones }, place)).toBe("+12175550100")
})

test("an address with a character that reverses the text is refused with its name, and cleaned in a paid order", () => {
  const turned = { ...address, address: "1 Main \u202eteertS" }
  expect(ShippingFields.safeParse(turned).error?.issues.map(({ message }) => message)).toEqual([
    "Please leave out control characters: an invisible direction mark (U+202E) after “1 Main”",
  ])
  expect(PaidShippingJson.parse(turned)).toMatchObject({ address: "1 Main  teertS" })
  expect(ShippingFields.parse({ ...address, suburb: "رام\u200f الله" }).suburb).toBe("رام\u200f الله")
})

test("an address reports a missing state together with a missing name, and each error of a field once", () => {
  const schema = addressFields({ settings: { current: emptySettings } as SettingsMemory })
  const typed = { name: "", address: "1 Way", suburb: "Austin", country: "US", state: "" }
  const { error } = schema.safeParse({ ...typed, pinCode: "9".repeat(17), phoneNo: "1".repeat(51) })
  expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["pinCode", "phoneNo", "name", "state"])
})
