import { expect, test } from "vitest"
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
])("the telephone number %s is kept as %s", (typed, kept) => {
  expect(ShippingFields.parse({ ...address, phoneNo: typed }).phoneNo).toBe(kept)
})

test("an address that turns the text around is refused by name, and cleaned where it is paid for", () => {
  const turned = { ...address, address: "1 Main \u202eteertS" }
  expect(ShippingFields.safeParse(turned).error?.issues.map(({ message }) => message)).toEqual([
    "Please leave out control characters: an invisible direction mark (U+202E) after “1 Main”",
  ])
  expect(PaidShippingJson.parse(turned)).toMatchObject({ address: "1 Main  teertS" })
  expect(ShippingFields.parse({ ...address, suburb: "رام\u200f الله" }).suburb).toBe("رام\u200f الله")
})
