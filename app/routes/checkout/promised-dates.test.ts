import { expect, test } from "vitest"
import type { ShippingMethod } from "~/domain/pricing/rules"
import { pageText } from "~/testing/pages/page-text"
import { openWebCheckoutTest } from "~/testing/pages/web-checkout.server"
import { fillCart, testAddress } from "~/testing/shop/buyers.server"
import { setRules } from "~/testing/shop/pricing-rules.server"

const here = openWebCheckoutTest()

const parcel: ShippingMethod = {
  ...{ id: "parcel", name: "Parcel", kind: "flat", steps: [{ from: 0, to: null, price: 495 }], freeAbove: null },
  ...{ days: { from: 1, to: 2 }, pickup: null, isOn: true },
}

/** 24 December is a holiday in Poland, and 25 December there and in Germany; 26 and 27 December 2026 are a weekend. */
test("an order confirmed two days before Christmas arrives after the holidays of both places", async () => {
  const { shop, clock, ada, tray } = here
  const places = ["DE", "PL"].map((country) => ({ country, state: "", postcode: "" }))
  const zone = { id: "eu", name: "EU", telephone: "international" as const, postcodes: "", places, methods: [parcel] }
  const home = { country: "DE", state: "HH", pinCode: "20095" }
  await setRules(shop, { zones: [zone], home })
  const promise = async (to: Partial<typeof testAddress>) => {
    const shipping_info = JSON.stringify({ ...testAddress, ...to })
    await shop.db.updateTable("users").set({ shipping_info }).where("id", "=", ada.id).execute()
    await fillCart(shop, ada, [{ variantId: tray, quantity: 1 }])
    return /Arrives \w+ \d+.*? (Nov|Dec|Jan)/.exec(pageText((await here.page("/order/confirm")).html))?.[0]
  }
  const minutes = (Date.parse("2026-12-23T12:00Z") - shop.now().getTime()) / 60_000
  clock.advance({ minutes })
  const promised = [
    await promise({ country: "DE", state: "HH", city: "Hamburg" }),
    await promise({ country: "PL", state: "MZ", city: "Warszawa" }),
  ]
  clock.advance({ minutes: -minutes })
  expect(promised).toEqual(["Arrives Thu 24 to Mon 28 Dec", "Arrives Mon 28 to Tue 29 Dec"])
})
