import { parse } from "csv-parse/sync"
import { afterEach, describe, expect, test } from "vitest"
import { exportRows } from "~/domain/export/export-rows.server"
import { newObjectId } from "~/domain/object-id.server"
import { everywhere } from "~/domain/pricing/places"
import { defaultRules, type ShippingMethod, type Zone } from "~/domain/pricing/rules"
import type { ApiClient } from "~/testing/api/api-client.server"
import { pageText } from "~/testing/pages/page-text"
import { moveStock, stockOf } from "~/testing/shop/buyers.server"
import { anAdmin } from "~/testing/shop/people.server"
import { setRules } from "~/testing/shop/pricing-rules.server"
import { openPayingTest, shippingInfo } from "./testing/paying"

const here = openPayingTest()
const { items, process, confirm, order, payAmount, agree } = here

afterEach(() => setRules(here.shop))

interface Charges {
  itemPrice: number
  discountPrice: number
  taxPrice: number
  shippingPrice: number
  totalPrice: number
}

interface QuoteAnswer {
  quote: Charges & { shippingMethods: object[]; codeRefusals: object[]; orderedItems: object[] }
}

const quoteBy = (by: ApiClient, body: object) => by.post<QuoteAnswer>("/api/v1/order/quote", body)
const quoted = async (body: object) => (await quoteBy(here.ada, { orderedItems: items(), ...body })).body.quote

const cents = (dollars: number) => Math.round(dollars * 100)
const sumOf = ({ itemPrice, discountPrice, taxPrice, shippingPrice }: Charges) =>
  cents(itemPrice) - cents(discountPrice) + cents(taxPrice) + cents(shippingPrice)

const prices = ["itemPrice", "discountPrice", "taxPrice", "shippingPrice", "totalPrice"] as const
const pricesOf = (charges: Charges) => prices.map((name) => [name, charges[name].toFixed(2)])

/** The same columns in the orders' CSV */
async function exported(order: string) {
  let csv = ""
  for await (const chunk of exportRows(here.shop, await anAdmin(here.shop), "orders", [order])) csv += chunk
  const [row = {}]: Record<string, string>[] = parse(csv, { columns: true, bom: true })
  return prices.map((name) => [name, row[name]])
}

const [standard] = defaultRules.zones.flatMap(({ methods }) => methods) as [ShippingMethod]
const express: ShippingMethod = {
  ...standard,
  ...{ id: "e".repeat(24), name: "Express", steps: [{ from: 0, to: null, price: 4_000 }], freeAbove: null },
  days: { from: 1, to: 2 },
}
const germany: Zone = {
  id: "germany",
  name: "Germany",
  places: [{ ...everywhere, country: "DE" }],
  telephone: "international",
  postcodes: "#####",
  methods: [standard, express],
}
const toGermany = {
  ...shippingInfo,
  city: "Berlin",
  state: "BE",
  country: "DE",
  pinCode: "10115",
  phoneNo: "030 / 123456",
}
const contained = {
  ...defaultRules.taxes,
  included: true,
  shipping: "like-goods" as const,
  rates: [{ place: everywhere, name: "VAT", rate: 190_000, taxClass: "standard", from: null, onShipping: true }],
}

async function addCode(fields: { kind: "percent" | "shipping" | "amount"; percent?: number; goods_from?: number }) {
  const code = `QUOTED-${newObjectId(here.shop.now()).slice(-12)}`.toUpperCase()
  const discount = { id: newObjectId(here.shop.now()), name: "Spring", code, ...fields }
  await here.shop.db.insertInto("discounts").values(discount).execute()
  return code
}

describe("a quote", () => {
  test("equals its payment and order, by method and code, whether or not prices contain the tax", async () => {
    const code = await addCode({ kind: "percent", percent: 100_000 })
    for (const taxes of [defaultRules.taxes, contained]) {
      await setRules(here.shop, { zones: [germany], taxes })
      const choice = { shippingMethod: "Express", discountCodes: [` ${code.toLowerCase()} `] }
      const quote = await quoted({ shippingInfo: { country: "Germany" }, ...choice })
      expect(quote).toMatchObject({
        orderedItems: [{ product: here.tray, name: "Walnut tray", price: 50, quantity: 2, refusal: null }],
        shippingMethods: [
          { _id: "shipping", price: 25, missingToFree: 410.01 },
          { _id: express.id, name: "Express", price: 40, missingToFree: null, days: { from: 1, to: 2 } },
        ],
        codeRefusals: [],
        discounts: [{ name: "Spring", amount: 10 }],
        shippingMethod: "Express",
        taxIncluded: taxes.included,
        totalPrice: taxes.included ? 130 : 139,
      })
      expect(sumOf(quote)).toBe(cents(quote.totalPrice))
      const wanted = { orderedItems: items(), shippingInfo: toGermany, ...choice }
      const secret = await process(here.ada, { amount: cents(quote.totalPrice), ...wanted })
      const placed = await order(here.ada, (await confirm(secret)).body.id)
      const { orderedItems: _, shippingMethods: __, codeRefusals: ___, ...charges } = quote
      expect(placed.body.order).toMatchObject({ ...charges, currency: "USD" })
      expect(await exported(placed.body.order._id)).toEqual(pricesOf(quote))
      await agree()
    }
  })

  test("treats an empty shippingMethod like a missing one, and so does its order", async () => {
    await setRules(here.shop, { zones: [germany] })
    const sent = { orderedItems: items(), shippingInfo: toGermany, shippingMethod: "" }
    const { totalPrice } = await quoted(sent)
    expect(totalPrice).toBe((await quoted({ ...sent, shippingMethod: undefined })).totalPrice)
    const secret = await process(here.ada, { amount: cents(totalPrice), ...sent })
    const placed = await order(here.ada, (await confirm(secret)).body.id)
    expect(placed.body.order).toMatchObject({ totalPrice })
  })

  test("lists unavailable items and the reason why a code does not apply, and holds nothing", async () => {
    const code = await addCode({ kind: "percent", percent: 100_000, goods_from: 11_200 })
    await moveStock(here.shop, here.tray, -9)
    expect(await quoted({ discountCodes: ["never"] })).toMatchObject({
      orderedItems: [{ refusal: "Only 1 of Walnut tray is left" }],
      codeRefusals: [{ code: "never", message: "There is no code “never”" }],
      totalPrice: 0,
    })
    const one = await quoteBy(here.ada, { orderedItems: items(1), discountCodes: [code] })
    expect(one.body.quote).toMatchObject({
      codeRefusals: [{ code, message: `${code} needs at least $112.00 of goods: add $62.00 more` }],
      totalPrice: 80,
    })
    expect(await stockOf(here.shop, here.tray)).toBe(1)
  })

  test("covers the session's cart and the account's address by default", async () => {
    const nothing = await quoteBy(here.ada, {})
    expect(nothing.body.quote).toMatchObject({ orderedItems: [], shippingPrice: 0, totalPrice: 0 })
    await here.ada.browser.post("/cart", { product: here.tray, quantity: 2 })
    await here.ada.browser.post("/shipping", { ...shippingInfo, suburb: "Springfield" })
    expect((await quoteBy(here.ada, {})).body.quote).toMatchObject({ totalPrice: 135 })
    await setRules(here.shop, { zones: [germany] })
    expect((await quoteBy(here.ada, {})).body.quote).toMatchObject({ shippingMethods: [], shippingPrice: 0 })
  })

  test("refuses invalid input with a message, and many wrong codes", async () => {
    await setRules(here.shop, { zones: [{ ...germany, places: [{ ...everywhere, country: "DE", postcode: "10*" }] }] })
    const refused: [object, string][] = [
      [{ shippingInfo: { country: "Freedonia" } }, "Choose a country from the list"],
      [{ shippingInfo: { country: "DE", state: "Ohio" } }, "Choose a state"],
      [{ shippingInfo: { country: "FR" } }, "We do not ship to this country"],
      [{ shippingInfo: { country: "DE", pinCode: "80331" } }, "We do not ship to this part of the country"],
      [
        { shippingInfo: { country: "DE", pinCode: 10115 }, shippingMethod: "Balloon" },
        "This shippingMethod is not available for the order",
      ],
      [{ discountCodes: ["ONE", "TWO"] }, "An order has at most one code"],
      [{ orderedItems: [] }, "Please list the products you are ordering"],
    ]
    for (const [body, message] of refused) {
      const answer = await quoteBy(here.ada, { orderedItems: items(), ...body })
      expect([answer.status, answer.body.message]).toEqual([400, message])
    }
    for (let tries = 0; tries < 20; tries++) await quoted({ discountCodes: [`WRONG-${tries}`] })
    expect((await quoteBy(here.ada, { orderedItems: items(), discountCodes: ["WRONG"] })).status).toBe(429)
  })
})

test("a free order is held, and placed once, without a payment", async () => {
  await setRules(here.shop, { zones: [{ ...germany, methods: [{ ...standard, freeAbove: 0 }] }] })
  const code = await addCode({ kind: "percent", percent: 1_000_000 })
  const wanted = { orderedItems: items(), shippingInfo: toGermany, discountCodes: [code] }
  const quote = await quoted(wanted)
  // The discounted goods do not reach the threshold of free shipping.
  expect(quote.totalPrice).toBe(25)
  await setRules(here.shop, {
    zones: [{ ...germany, methods: [{ ...standard, steps: [{ from: 0, to: null, price: 0 }] }] }],
  })
  expect((await quoted(wanted)).totalPrice).toBe(0)
  const wrong = await here.ada.post("/api/v1/payment/process", { amount: 0, ...wanted, discountCodes: [] })
  expect([wrong.status, wrong.body.message]).toEqual([400, "The amount differs from the total of $110.00"])
  const unnamed = await here.ada.post("/api/v1/payment/process", { amount: 0 })
  expect([unnamed.status, unnamed.body.message]).toEqual([400, "Only an order with a total of 0 is free"])
  const id = await process(here.ada, { amount: 0, ...wanted })
  expect(id).toMatch(/^free_[0-9a-f]{24}$/)
  expect(await stockOf(here.shop, here.tray)).toBe(8)
  const mallory = await here.member(`mallory-${id.slice(-6)}@shop.example`)
  expect((await order(mallory, id)).status).toBe(400)
  const placed = await Promise.all([1, 2, 3].map(() => order(here.ada, id)))
  expect(placed.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(placed.map(({ body }) => body.order._id)).size).toBe(1)
  expect(placed[0]?.body.order).toMatchObject({ totalPrice: 0, discountPrice: 100, paymentInfo: { id } })
  const page = await here.ada.browser.get(`/order/${placed[0]?.body.order._id}`)
  expect(pageText(await page.text())).toContain("Payment NOTHING TO PAY $0.00")
  const payments = here.shop.db.selectFrom("payments").select("id").where("user_id", "=", here.ada.id)
  expect(await payments.execute()).toEqual([])
  await agree()
})

describe("a country in no zone", () => {
  test("is refused before any payment", async () => {
    await here.ada.browser.post("/shipping", { ...shippingInfo, suburb: "Springfield" })
    await setRules(here.shop, { zones: [germany] })
    const refused: [object, string][] = [
      [{ shippingInfo }, "We do not ship to this country"],
      [{ shippingInfo, orderedItems: items() }, "We do not ship to this country"],
      [{ orderedItems: items() }, "We cannot ship this order to United States"],
    ]
    for (const [body, message] of refused) {
      const answer = await here.ada.post("/api/v1/payment/process", { amount: 13_500, ...body })
      expect([answer.status, answer.body.message]).toEqual([400, message])
    }
    const payments = here.shop.db.selectFrom("payments").select("id").where("user_id", "=", here.ada.id)
    expect(await payments.execute()).toEqual([])
    expect(await stockOf(here.shop, here.tray)).toBe(10)
  })

  test("that is only known after the payment causes a refund", async () => {
    await setRules(here.shop, { zones: [germany] })
    const id = await payAmount()
    const refused = await order(here.ada, id)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "We do not ship to this address. Your payment is being refunded in full.",
    ])
    const refunds = here.shop.db
      .selectFrom("refunds")
      .innerJoin("payments", "payments.id", "payment_id")
      .select(["refunds.status", "refunds.amount", "rejection"])
      .where("user_id", "=", here.ada.id)
    expect(await refunds.execute()).toEqual([{ status: "succeeded", amount: 13_500, rejection: "not-shipped" }])
    await agree()
  })
})

test("a method and a code that are only sent with the order apply as well", async () => {
  const code = await addCode({ kind: "shipping" })
  await setRules(here.shop, { zones: [germany] })
  const words = { shippingInfo: toGermany, shippingMethod: "Express", discountCodes: [code] }
  // Free shipping covers the cheapest method: $40.00 less $25.00.
  const placed = await order(here.ada, await payAmount(12_500), words)
  expect(placed.body.order).toMatchObject({
    ...{ shippingMethod: "Express", shippingPrice: 15, discounts: [{ name: "Spring", amount: 25 }] },
    ...{ discountPrice: 0, totalPrice: 125 },
  })
  await agree()
})
