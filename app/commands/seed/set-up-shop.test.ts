import { afterEach, beforeEach, expect, test } from "vitest"
import { isEmptyShop } from "~/demo/fill-shop.server"
import { OPERATOR } from "~/domain/audit/audit-log.server"
import { todayOf } from "~/domain/days/shop-days.server"
import { billLines } from "~/domain/pricing/bill"
import type { PricedLine } from "~/domain/pricing/charges"
import { rulesAt } from "~/domain/pricing/local-rules"
import { quote } from "~/domain/pricing/quote"
import { readNewestRules } from "~/domain/settings/pricing-versions.server"
import { addressErrors } from "~/domain/shipping/delivery-rules"
import { deleteZone } from "~/domain/shipping/zones/delete-zone.server"
import euRates from "~/domain/taxes/eu-rates.json"
import { anAdmin } from "~/testing/shop/people.server"
import { buy, shelve, signUp } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { setUpShop } from "./set-up-shop.server"

let here: TestShop
beforeEach(async () => {
  here = await openTestShop()
})
afterEach(() => here.close())

const places = {
  berlin: { country: "DE", state: "BE", pinCode: "10115" },
  copenhagen: { country: "DK", state: "84", pinCode: "1050" },
  zurich: { country: "CH", state: "ZH", pinCode: "8001" },
  columbus: { country: "US", state: "OH", pinCode: "43215" },
  gary: { country: "US", state: "IN", pinCode: "46402" },
  anchorage: { country: "US", state: "AK", pinCode: "99501" },
}
type PlaceName = keyof typeof places

const tray: PricedLine = { price: 5_000, quantity: 1 }

function billOf(place: PlaceName, lines: PricedLine[] = [tray], method?: string): string[] {
  const { pricing } = here.shop.settings.current
  const bill = billLines(quote(lines, rulesAt(pricing, places[place], todayOf(here.shop)), { method: method ?? null }))
  return bill.map(({ label, amount }) => `${label} ${(amount / 100).toFixed(2)}`)
}

function invalidFieldsOf(place: PlaceName, phoneNo: string, pinCode = places[place].pinCode) {
  const address = { ...places[place], pinCode, phoneNo }
  return addressErrors(here.shop.settings.current.pricing, address).map(({ field }) => field)
}

test("a German shop: prices contain the VAT of the destination, goods and shipping alike", async () => {
  await anAdmin(here.shop)
  expect(await setUpShop(here.shop, "eu")).toBe(true)
  expect(here.shop.settings.current.pricing.currency).toBe("EUR")
  expect(here.shop.settings.current.timeZone).toBe("Europe/Berlin")
  // 54.95 × 19 ÷ 119 = 8.7735…
  expect(billOf("berlin")).toEqual([
    "Subtotal 50.00",
    "Shipping (Parcel) 4.95",
    "Total 54.95",
    "including 19 % VAT 8.77",
  ])
  // 64.95 × 19 ÷ 119 = 10.3701…
  expect(billOf("berlin", [tray], "express").slice(2)).toEqual(["Total 64.95", "including 19 % VAT 10.37"])
  expect(billOf("berlin", [{ ...tray, quantity: 2 }])).toContain("Shipping (Parcel) 4.95")
  expect(billOf("berlin", [{ price: 10_001, quantity: 1 }])).toContain("Shipping (Parcel) 0.00")
  // 50 × 7 ÷ 107 = 3.271…
  expect(
    billOf("berlin", [
      { price: 15_000, quantity: 1 },
      { ...tray, taxClass: "reduced" },
    ]).slice(2),
  ).toEqual(["Total 200.00", "including 19 % VAT 23.95", "including 7 % VAT 3.27"])
  // 64.95 × 25 ÷ 125
  expect(billOf("copenhagen")).toEqual([
    "Subtotal 50.00",
    "Shipping (Parcel) 14.95",
    "Total 64.95",
    "including 25 % VAT 12.99",
  ])
})

test("a German shop sends to the 27 countries of the EU, and takes telephone numbers in national format or with their country’s code", async () => {
  await anAdmin(here.shop)
  await setUpShop(here.shop, "eu")
  const { zones, taxes, home } = here.shop.settings.current.pricing
  const countries = zones.flatMap((zone) => zone.places.map(({ country }) => country))
  expect(countries.toSorted()).toEqual(euRates.rates.map(({ country }) => country).toSorted())
  expect(zones.map(({ places }) => places.length)).toEqual([1, 26])
  expect(taxes.rates.filter(({ taxClass }) => taxClass === "standard")).toHaveLength(27 + 1)
  expect(zones.flatMap(({ methods }) => methods.map(({ days }) => days))).toEqual([
    { from: 1, to: 3 },
    { from: 1, to: 1 },
    { from: 3, to: 7 },
  ])
  expect(home).toEqual(places.berlin)
  for (const right of ["+49301234567", "0301234567"])
    expect([right, invalidFieldsOf("berlin", right)]).toEqual([right, []])
  for (const wrong of ["12345", "+12345", "+1234567890123456", "030123456x"])
    expect([wrong, invalidFieldsOf("berlin", wrong)]).toEqual([wrong, ["phoneNo"]])
  expect(invalidFieldsOf("berlin", "+49301234567", "1050")).toEqual(["pinCode"])
  expect(invalidFieldsOf("copenhagen", "+4512345678")).toEqual([])
  expect(invalidFieldsOf("zurich", "+41441234567")).toEqual(["country"])
})

test("a shop in Ohio: sales tax is added for Ohio alone, and goods go to Alaska and Hawaii by air", async () => {
  await anAdmin(here.shop)
  expect(await setUpShop(here.shop, "us")).toBe(true)
  // 58 × 5.75 % = 3.335
  expect(billOf("columbus")).toEqual([
    "Subtotal 50.00",
    "Shipping (Ground) 8.00",
    "Tax (Ohio sales tax) 3.34",
    "Total 61.34",
  ])
  expect(billOf("gary")).toEqual(["Subtotal 50.00", "Shipping (Ground) 8.00", "Total 58.00"])
  expect(billOf("anchorage")).toEqual(["Subtotal 50.00", "Shipping (Air) 20.00", "Total 70.00"])
  expect(invalidFieldsOf("columbus", "6145550123", "43215-1234")).toEqual([])
  expect(invalidFieldsOf("columbus", "+493012345678", "4321")).toEqual(["pinCode", "phoneNo"])
  expect(invalidFieldsOf("berlin", "6145550123")).toEqual(["country"])
})

test("running it twice changes nothing the second time, the audit log names the operator, and the demo is not added", async () => {
  expect(await isEmptyShop(here.shop)).toBe(true)
  await anAdmin(here.shop)
  for (const isNew of [true, false, false]) {
    expect(await setUpShop(here.shop, "eu")).toBe(isNew)
    expect((await readNewestRules(here.shop)).version).toBe(1)
  }
  const entries = await here.shop.db.selectFrom("audit_log").select(["actor_name", "action"]).execute()
  expect(entries.filter(({ action }) => action === "taxes.updated")).toEqual([
    { actor_name: OPERATOR, action: "taxes.updated" },
  ])
  expect(await isEmptyShop(here.shop)).toBe(false)
})

test("a shop without an owner or with custom rules is refused, and is unchanged", async () => {
  await expect(setUpShop(here.shop, "us")).rejects.toThrow("This shop has no owner")
  const admin = await anAdmin(here.shop)
  await setUpShop(here.shop, "us")
  await expect(setUpShop(here.shop, "eu")).rejects.toThrow("have been changed, so nothing was set up")
  await deleteZone(here.shop, admin, "overseas")
  await expect(setUpShop(here.shop, "us")).rejects.toThrow("have been changed, so nothing was set up")
  expect((await readNewestRules(here.shop)).version).toBe(2)
})

test("a shop that has orders is refused, and they are unchanged", async () => {
  const admin = await anAdmin(here.shop)
  await buy(here.shop, await signUp(here.shop, "ada@shop.test"), await shelve(here.shop, admin))
  for (const name of ["eu", "us"] as const)
    await expect(setUpShop(here.shop, name)).rejects.toThrow("Only a shop without orders")
  expect((await readNewestRules(here.shop)).version).toBe(0)
})
