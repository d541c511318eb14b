import { expect, test } from "vitest"
import { saveDiscount } from "~/domain/discounts/save-discount.server"
import type { ShippingMethod } from "~/domain/pricing/rules"
import { pageText } from "~/testing/pages/page-text"
import { card, openWebCheckoutTest } from "~/testing/pages/web-checkout.server"
import { anAdmin } from "~/testing/shop/people.server"
import { setRules } from "~/testing/shop/pricing-rules.server"

const here = openWebCheckoutTest()
const { page, confirm, leads } = here
const words = async (path: string, by = here.browser) => pageText((await page(path, by)).html)

const collect: ShippingMethod = {
  ...{ id: "collect", name: "Collect", kind: "pickup", steps: [{ from: 0, to: null, price: 0 }], freeAbove: null },
  ...{ days: null, pickup: { address: "2 Market Square", hours: "9 to 5" }, isOn: true },
}

test("where orders can only be collected, the pages show the place: the confirmation, and the order", async () => {
  const places = [{ country: "US", state: "", postcode: "" }]
  const zone = { id: "us", name: "USA", telephone: "international" as const, postcodes: "", places, methods: [collect] }
  await setRules(here.shop, { zones: [zone] })
  const confirmed = await confirm()
  const before = await words("/order/confirm")
  expect(before).toMatch(/Your address Change address Buyer .* 1 Main Street.*Collect at 2 Market Square 9 to 5 Items/)
  expect(before).toContain("Collect Free")
  expect(confirmed.headers.get("Location")).toBe("/process/payment")
  const { location } = await leads(await here.browser.post("/process/payment", card))
  const order = new URLSearchParams(location.split("?")[1]).get("order")
  const collected = /Collect at 2 Market Square 9 to 5 Your address Buyer/
  expect(await words(`/order/${order}`)).toMatch(collected)
  const staff = await here.signedIn(await anAdmin(here.shop))
  expect(await words(`/admin/order/${order}`, staff)).toContain("To be collected 2 Market Square 9 to 5")
})

test("a free order is placed without a card, and its refund page says that nothing was paid", async () => {
  const admin = await anAdmin(here.shop)
  await saveDiscount(here.shop, admin, null, {
    ...{ name: "On the house", code: null, kind: "percent", percent: 1_000_000, amount: null, categories: [] },
    ...{ products: [], goodsFrom: null, unitsFrom: null, zones: [], firstOrder: false, from: null, until: null },
    ...{ maxUses: null, maxUsesPerPerson: null },
  })
  await here.shop.discounts.renew()
  const { location } = await leads(await confirm())
  expect(location).toMatch(/^\/success\?order=/)
  const order = new URLSearchParams(location.split("?")[1]).get("order")
  const staff = await here.signedIn(admin)
  const refundPage = await words(`/admin/order/${order}/refund`, staff)
  expect(refundPage).toContain("There was nothing to pay for this order, so there is nothing to refund")
  expect(refundPage).not.toContain("This order has been refunded")
  const refused = await staff.post(`/admin/order/${order}/refund`, { amount: "1.00", snapshot: "0" })
  expect(refused.status).toBe(400)
  expect(pageText(await refused.text())).toContain("There was nothing to pay for this order")
  expect(await words(`/admin/order/${order}`, staff)).not.toContain("Refund order")
})
