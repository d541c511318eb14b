import { describe, expect, test } from "vitest"
import { stockOf } from "~/testing/shop/buyers.server"
import { card, openPayingTest, shippingInfo } from "./testing/paying"

const here = openPayingTest()
const { items, process, confirm, order, payAmount, agree } = here

describe("the text of an address", () => {
  const old = { ...shippingInfo, state: "XX-OLD" }

  test("is refused before the payment", async () => {
    const refused = await here.ada.post("/api/v1/payment/process", { amount: 13_500, shippingInfo: old })
    expect([refused.status, refused.body.message]).toEqual([400, "Choose a state"])
    const held = await here.ada.post("/api/v1/payment/process", {
      amount: 13_500,
      orderedItems: items(),
      shippingInfo: old,
    })
    expect([held.status, held.body.message]).toEqual([400, "Choose a state"])
    expect(await stockOf(here.shop, here.tray)).toBe(10)
  })

  test.each([
    ["a state that the newest list does not have", { state: "XX-OLD" }, { state: "XX-OLD", country: "US" }],
    ["no state", { state: "" }, { state: "", country: "US" }],
    ["a country that no list has", { country: "Freedonia", state: "Sylvania" }, { country: "Freedonia" }],
  ])("is kept unchanged after the payment: %s", async (_, words, kept) => {
    const placed = await order(here.ada, await payAmount(), { shippingInfo: { ...shippingInfo, ...words } })
    expect([placed.status, placed.body.order]).toMatchObject([201, { shippingInfo: kept }])
    const page = await here.ada.browser.get(`/order/${placed.body.order._id}`)
    expect(await page.text()).toContain(kept.country === "US" ? "United States" : "Freedonia")
    await agree()
  })

  test.each([
    ["a line break", { address: "1 Main Street\r\nFlat 2" }, { address: "1 Main Street Flat 2" }],
    ["a long street", { address: "x".repeat(5_000) }, { address: "x".repeat(200) }],
    ["a long state", { state: "x".repeat(101) }, { state: "x".repeat(100) }],
    ["a long post code", { pinCode: "12345 678901234 56" }, { pinCode: "12345 678901234" }],
    [
      "a character at the end of what is kept",
      { city: `${"x".repeat(99)}\u{1f600}\u{1f600}` },
      { city: "x".repeat(99) },
    ],
    ["a country code", { phoneNo: "+44 20 7946 0958" }, { phoneNo: "+44 20 7946 0958" }],
  ])("never costs a payment: %s is cleaned", async (_, words, kept) => {
    const strict = await here.ada.post("/api/v1/payment/process", {
      amount: 13_500,
      shippingInfo: { ...shippingInfo, ...words },
    })
    expect(strict.status).toBe(400)
    const placed = await order(here.ada, await payAmount(), { shippingInfo: { ...shippingInfo, ...words } })
    expect([placed.status, placed.body.order]).toMatchObject([201, { shippingInfo: kept }])
    await agree()
  })
})

test("every error of a payment call is readable", async () => {
  const odd = [undefined, null, 7, "x", true, [], {}, [[]], [7], [{}], [{ product: {}, quantity: [] }], { id: {} }]
  const id = await payAmount()
  const calls: [string, object][] = odd.flatMap((value): [string, object][] => [
    ["payment/process", { amount: value }],
    ["payment/process", { amount: 13_500, orderedItems: value ?? [], shippingInfo }],
    ["payment/process", { amount: 13_500, orderedItems: items(), shippingInfo: value ?? [] }],
    ["order/new", { paymentInfo: value }],
    ["order/new", { paymentInfo: { id: value } }],
    ["order/new", { paymentInfo: { id }, orderedItems: value, shippingInfo }],
    ["order/new", { paymentInfo: { id }, orderedItems: items(), shippingInfo: value }],
    ["sandbox/confirm", { client_secret: value, card }],
    ["sandbox/confirm", { client_secret: "x", card: value }],
    ["sandbox/confirm", { client_secret: "x", card: { ...card, exp_month: value ?? 13, exp_year: value ?? {} } }],
    ["sandbox/confirm", { client_secret: "x", approve: value }],
  ])
  for (const [path, body] of calls) {
    const { status, body: said } = await here.ada.post(`/api/v1/${path}`, body)
    expect
      .soft([status, path, JSON.stringify(body), said.message])
      .toEqual([
        400,
        path,
        expect.any(String),
        expect.not.stringMatching(/expected|received|invalid input|too (big|small)|nonoptional/i),
      ])
  }
}, 30_000)

test.each([null, [], [1], true, false, "", " "])(
  "%j is neither an amount nor a quantity nor a month",
  async (value) => {
    const message = async (path: string, body: object) => {
      return (await here.ada.post(`/api/v1/${path}`, body)).body.message
    }
    expect(await message("payment/process", { amount: value })).toBe("amount must be a whole number of cents")
    const orderedItems = [{ product: here.tray, quantity: value }]
    expect(await message("order/quote", { orderedItems })).toBe("Quantity must be a whole number")
    const odd = { client_secret: "x", card: { ...card, exp_month: value } }
    expect(await message("sandbox/confirm", odd)).toBe("exp_month must be a month from 1 to 12")
  },
)

describe("the sandbox for API clients", () => {
  test("declines cards, asks for an approval, and recognises expired cards", async () => {
    const secret = await process(here.ada, { amount: 13_500 })
    const with_ = (more: object) => confirm(secret, { card: { ...card, ...more } })
    const declined = await with_({ number: "4000000000000002" })
    expect([declined.status, declined.body.message]).toEqual([402, "Your card was declined."])
    expect((await with_({ number: "4000000000009995" })).body.message).toBe("Your card has insufficient funds.")
    expect((await with_({ exp_year: 2020 })).body.message).toBe("Your card has expired.")
    expect((await with_({ cvc: "1" })).status).toBe(400)
    expect((await with_({ number: "4242424242424241" })).status).toBe(400)
    expect((await confirm(secret, {})).status).toBe(400)
    expect((await confirm("pi_sandbox_nobody", { card })).status).toBe(400)
    expect((await with_({ number: "4000002500003155" })).body).toMatchObject({ status: "requires_action" })
    expect((await confirm(secret, { approve: false })).status).toBe(402)
    await with_({ number: "4000002500003155" })
    expect((await confirm(secret, { approve: true })).body).toMatchObject({ status: "succeeded" })
    expect((await with_({ number: "4000000000000002" })).body).toMatchObject({ status: "succeeded" })
  })

  test("stores no card data", async () => {
    await payAmount()
    const rows = await here.shop.db.selectFrom("sandbox_intents").selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain("4242424242424242")
  })
})
