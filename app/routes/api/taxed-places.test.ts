import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { PERCENT, type TaxRate } from "~/domain/pricing/rules"
import { stockOf } from "~/testing/shop/buyers.server"
import { setRules } from "~/testing/shop/pricing-rules.server"
import { openPayingTest, shippingInfo } from "./testing/paying"

const here = openPayingTest()
const { items, order, payAmount, agree } = here

const rate = (percent: number, name: string, place: Partial<TaxRate["place"]>): TaxRate => ({
  ...{ name, rate: percent * PERCENT, taxClass: "standard", from: null, onShipping: false },
  place: { country: "", state: "", postcode: "", ...place },
})

/** Two trays at $50.00 and $25.00 of shipping: $125.00, with 5.75 % in Ohio $130.75, with 10 % in the Bahamas $135.00 */
beforeEach(() =>
  setRules(here.shop, {
    taxes: {
      ...{ included: false, shipping: "none", classes: [] },
      rates: [
        rate(5.75, "State tax", { country: "US", state: "OH" }),
        rate(10, "VAT", { country: "BS" }),
        rate(21, "VAT", { country: "ES" }),
      ],
    },
  }),
)
afterEach(() => setRules(here.shop))

const ohio = { ...shippingInfo, city: "Columbus", state: "OH", pinCode: "43215" }

const refunds = () =>
  here.shop.db
    .selectFrom("refunds")
    .innerJoin("payments", "payments.id", "payment_id")
    .select(["refunds.status", "refunds.amount", "rejection"])
    .where("user_id", "=", here.ada.id)
    .execute()

describe("order/new", () => {
  test.each([
    ["the code", {}, "OH"],
    ["the name", { state: "ohio" }, "OH"],
    ["the name with its country", { state: "Ohio, U.S.A." }, "OH"],
    ["the name with accents and full-width letters", { state: " ÓＨＩＯ " }, "OH"],
    [
      "another word for the state and the country",
      { state: "State of Ohio", country: "United States of America" },
      "OH",
    ],
    ["a misspelt state, by the ZIP code", { state: "Ohioo" }, "OH"],
    ["no state, by the ZIP code", { state: "" }, "OH"],
    ["a state of another country, by the ZIP code", { state: "Ontario", pinCode: "43215-1234" }, "OH"],
  ])("taxes Ohio when it is written as %s", async (_, words, state) => {
    const place = { shippingInfo: { ...ohio, ...words } }
    const low = await order(here.ada, await payAmount(12_500), place)
    expect([low.status, low.body.message]).toEqual([
      400,
      "The amount paid differs from the order's total. Your payment is being refunded in full.",
    ])
    const placed = await order(here.ada, await payAmount(13_075), place)
    expect([placed.status, placed.body.order]).toMatchObject([
      201,
      { taxPrice: 5.75, shippingInfo: { state, country: "US" } },
    ])
    await agree()
  })

  test.each([
    ["a state that neither the list nor the ZIP code knows", { state: "Ohioo", pinCode: "4321" }],
    ["no state and no ZIP code of the US", { state: "", pinCode: "K1A 0B1" }],
    ["a country that does not exist", { country: "Freedonia" }],
    ["a misspelt country", { country: "Untied States" }],
    ["no known part of Spain, whose islands have no VAT", { country: "ES", state: "Atlantis", pinCode: "?" }],
  ])("refunds the payment for %s, once", async (_, words) => {
    const id = await payAmount(12_500)
    const place = { shippingInfo: { ...ohio, ...words } }
    const refused = [await order(here.ada, id, place), await order(here.ada, id, { shippingInfo: ohio })]
    for (const { status, body } of refused)
      expect([status, body.message]).toEqual([
        409,
        "The country or state of this address is not known, so its tax cannot be worked out. Your payment is being refunded in full.",
      ])
    expect(await refunds()).toEqual([{ status: "succeeded", amount: 12_500, rejection: "unknown-place" }])
    expect(await stockOf(here.shop, here.tray)).toBe(10)
    await agree()
  })

  test.each([
    ["an outdated state of a country with one rate", { country: "BS", state: "XX-OLD" }, 13_500, { state: "XX-OLD" }],
    ["an outdated state of a country without rates", { country: "DE", state: "Prussia" }, 12_500, { state: "Prussia" }],
    ["a state without tax, by the ZIP code", { state: "Oregonn", pinCode: "97201" }, 12_500, { state: "OR" }],
    ["a military address", { state: "AE", city: "APO", pinCode: "09012" }, 12_500, { state: "AE" }],
    ["a former name", { country: "Bahamas The", state: "New Providence" }, 13_500, { country: "BS", state: "NP" }],
    [
      "islands that their post code places outside the VAT area",
      { country: "ES", state: "Atlantis", pinCode: "35001" },
      12_500,
      { state: "Atlantis" },
    ],
  ])("accepts the payment for %s", async (_, words, amount, kept) => {
    const placed = await order(here.ada, await payAmount(amount), { shippingInfo: { ...ohio, ...words } })
    expect([placed.status, placed.body.order, placed.body.message]).toMatchObject([
      201,
      { shippingInfo: kept },
      undefined,
    ])
    await agree()
  })

  test("accepts an unknown country if nothing in the order is taxed", async () => {
    await here.shop.db.updateTable("products").set({ tax_class: "zero" }).where("id", "=", here.tray).execute()
    const placed = await order(here.ada, await payAmount(12_500), { shippingInfo: { ...ohio, country: "Freedonia" } })
    expect([placed.status, placed.body.order]).toMatchObject([201, { shippingInfo: { country: "Freedonia" } }])
    await agree()
  })
})

describe("the same text", () => {
  const quote = async (place: object | null) => {
    const sent = { orderedItems: items(), ...(place && { shippingInfo: place }) }
    const { status, body } = await here.ada.post<{ quote: { taxPrice: number } }>("/api/v1/order/quote", sent)
    return status === 200 ? body.quote.taxPrice : body.message
  }

  test("is quoted, paid and taxed in the same way", async () => {
    for (const state of ["OH", "Ohio, U.S.A.", "US-OH", ""])
      expect([state, await quote({ ...ohio, state })]).toEqual([state, 5.75])
    expect(await quote({ ...ohio, state: "Ohioo" })).toBe("Choose a state")
    expect(await quote({ ...ohio, country: "Freedonia" })).toBe("Choose a country from the list")
    const opened = await here.ada.post<{ client_secret: string }>("/api/v1/payment/process", {
      ...{ amount: 13_075, orderedItems: items(), shippingInfo: { ...ohio, state: "Ohio, U.S.A.", country: "U.S.A." } },
    })
    expect(opened.status).toBe(200)
  })

  test("of a saved address is resolved by the present list, or the post code, or is asked for again", async () => {
    const save = (words: object) =>
      here.shop.db
        .updateTable("users")
        .set({ shipping_info: JSON.stringify({ ...ohio, ...words }) })
        .where("id", "=", here.ada.id)
        .execute()
    for (const words of [{ state: "ohio" }, { state: "Ohio, U.S.A." }, { state: "XX-OLD" }, { country: "USA" }]) {
      await save(words)
      expect([words, await quote(null)]).toEqual([words, 5.75])
    }
    await save({ state: "XX-OLD", pinCode: "1" })
    const opened = await here.ada.post("/api/v1/payment/process", { amount: 12_500, orderedItems: items() })
    expect([opened.status, opened.body.message]).toEqual([400, "Please enter your shipping details first"])
  })
})
