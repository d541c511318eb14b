import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { StripeServer } from "~/adapters/testing/stripe-server"
import type { Shop } from "~/domain/shop"
import type { ApiClient } from "~/testing/api-client.server"
import { type ApiServer, openApiServer } from "~/testing/api-server.server"
import { addProduct, moveStock, setPrice, stockOf, takeOffSale } from "~/testing/buyers.server"
import { expectInvariants, stripeState } from "~/testing/expect-invariants.server"
import { openWithStripe } from "~/testing/stripe-shop.server"

let server: ApiServer
let shop: Shop
let ada: ApiClient & { id: string }
let tray: string
let people = 0

const card = { number: "4242424242424242", exp_month: 12, exp_year: 2099, cvc: "123" }
const shippingInfo = {
  address: "1 Main Street",
  city: "Springfield",
  state: "IL",
  country: "US",
  pinCode: "62701",
  phoneNo: "2175550123",
}

beforeAll(async () => {
  server = await openApiServer()
  shop = server.shop
})
afterAll(() => server?.close())
beforeEach(async () => {
  ada = await server.member(`ada${++people}@shop.example`)
  tray = await addProduct(shop, { price: 5_000, stock: 10 })
})

const items = (quantity = 2) => [{ product: tray, name: "Walnut tray", price: 50, image: "", quantity }]
const claims = { itemPrice: 100, taxPrice: 10, shippingPrice: 25, totalPrice: 135 }
const agree = () => expectInvariants(shop, { shelved: { [tray]: 10 } })

async function process(by: ApiClient, body: object): Promise<string> {
  const answer = await by.post<{ client_secret: string }>("/api/v1/payment/process", body)
  expect(answer.status).toBe(200)
  return answer.body.client_secret
}

const confirm = (secret: string, sent: object = { card }) =>
  ada.post<{ id: string; status: string }>("/api/v1/sandbox/confirm", { client_secret: secret, ...sent })

const order = (by: ApiClient, id: string, more: object = {}) =>
  by.post<{ order: Record<string, unknown> & { _id: string } }>("/api/v1/order/new", {
    shippingInfo,
    orderedItems: items(),
    ...claims,
    paymentInfo: { id, status: "succeeded" },
    ...more,
  })

/** As the original client does it: an amount, a card, then the order. */
async function payAmount(amount = 13_500) {
  const secret = await process(ada, { amount })
  return (await confirm(secret)).body.id
}

describe("paying as the original client does", () => {
  test("an amount is paid, and the order says what for", async () => {
    const id = await payAmount()
    const placed = await order(ada, id)
    expect(placed.status).toBe(201)
    expect(placed.body.order).toMatchObject({
      itemPrice: 100,
      taxPrice: 10,
      shippingPrice: 25,
      totalPrice: 135,
      orderStatus: "Processing",
      paymentInfo: { id, status: "succeeded" },
      shippingInfo: { suburb: "Springfield", city: "Springfield", phoneNo: "2175550123" },
      orderedItems: [{ product: tray, name: "Walnut tray", price: 50, quantity: 2 }],
    })
    expect(await stockOf(shop, tray)).toBe(8)
    await agree()
  })

  test("a repeat answers the same order, also when many come at once", async () => {
    const id = await payAmount()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => order(ada, id)))
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map((answer) => answer.body.order._id)).size).toBe(1)
    expect(await stockOf(shop, tray)).toBe(8)
    await agree()
  })

  test("the same intent does not pay two carts", async () => {
    const id = await payAmount()
    const bowl = await addProduct(shop, { name: "Bowl", price: 5_000, stock: 10 })
    const other = { orderedItems: [{ product: bowl, quantity: 2 }] }
    const answers = await Promise.all([order(ada, id), order(ada, id, other), order(ada, id), order(ada, id, other)])
    expect(new Set(answers.map((answer) => answer.body.order._id)).size).toBe(1)
    expect((await stockOf(shop, bowl)) + (await stockOf(shop, tray))).toBe(18)
    await agree()
  })

  test("tampered prices, totals and statuses are not believed", async () => {
    const id = await payAmount(50)
    const cheap = { orderedItems: [{ ...items()[0], price: 0.01 }], itemPrice: 0.01, totalPrice: 0.5 }
    const refused = await order(ada, id, cheap)
    expect([refused.status, refused.body.message]).toEqual([
      400,
      "The amount paid differs from the order's total. Your payment is being refunded in full.",
    ])
    expect((await order(ada, id)).status).toBe(400)
    await agree()
  })

  test("an unpaid intent is no order, whatever its status is claimed to be", async () => {
    const secret = await process(ada, { amount: 13_500 })
    const id = secret.split("_secret_")[0] ?? ""
    const refused = await order(ada, id)
    expect([refused.status, refused.body.message]).toEqual([402, "This payment has not succeeded"])
    await confirm(secret)
    expect((await order(ada, id)).status).toBe(201)
  })

  test("somebody else's intent, and one that does not exist, look the same", async () => {
    const id = await payAmount()
    const mallory = await server.member(`mallory${people}@shop.example`)
    const [stolen, invented] = [await order(mallory, id), await order(mallory, "pi_sandbox_0000")]
    expect([stolen.status, stolen.body.message]).toEqual([400, "This payment is not known"])
    expect([invented.status, invented.body.message]).toEqual([400, "This payment is not known"])
    expect((await order(ada, id)).status).toBe(201)
    await agree()
  })

  test("what sold out after the payment is refunded at once", async () => {
    const id = await payAmount()
    await moveStock(shop, tray, -9)
    const refused = await order(ada, id)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "Walnut tray sold out before the payment arrived. Your payment is being refunded in full.",
    ])
    expect((await order(ada, id)).status).toBe(409)
    await expectInvariants(shop, { shelved: { [tray]: 1 } })
  })

  test("the last unit is theirs who paid for it, though an unpaid checkout of their own holds it", async () => {
    await moveStock(shop, tray, -9)
    const id = await payAmount(8_000)
    await process(ada, { amount: 8_000, orderedItems: items(1), shippingInfo })
    expect(await stockOf(shop, tray)).toBe(0)
    expect((await order(ada, id, { orderedItems: items(1) })).status).toBe(201)
    await expectInvariants(shop, { shelved: { [tray]: 1 } })
  })

  test("asking again for the order of a payment that went back leaves a live checkout alone", async () => {
    const first = await payAmount(8_000)
    await setPrice(shop, tray, 5_100)
    expect((await order(ada, first, { orderedItems: items(1) })).status).toBe(400)
    await process(ada, { amount: 8_110, orderedItems: items(1), shippingInfo })
    await moveStock(shop, tray, -9)
    expect((await order(ada, first, { orderedItems: items(1) })).status).toBe(400)
    const held = shop.db.selectFrom("checkouts").select("status").where("user_id", "=", ada.id)
    expect(await held.execute()).toEqual([{ status: "held" }])
  })

  test("an unpaid checkout of their own is left alone while there is enough for both", async () => {
    const id = await payAmount(8_000)
    await process(ada, { amount: 8_000, orderedItems: items(1), shippingInfo })
    expect((await order(ada, id, { orderedItems: items(1) })).status).toBe(201)
    const held = shop.db.selectFrom("checkouts").select("status").where("user_id", "=", ada.id).orderBy("id")
    expect((await held.execute()).map(({ status }) => status).sort()).toEqual(["completed", "held"])
  })

  test("what is no longer sold, or costs more by now, is refunded too", async () => {
    const first = await payAmount()
    await setPrice(shop, tray, 5_100)
    expect((await order(ada, first)).status).toBe(400)
    await setPrice(shop, tray, 5_000)
    const second = await payAmount()
    await takeOffSale(shop, tray)
    expect((await order(ada, second)).status).toBe(409)
    await agree()
  })

  test("a request that can be mended keeps the payment waiting", async () => {
    const id = await payAmount()
    const faults = [
      { shippingInfo: { ...shippingInfo, phoneNo: "" } },
      { shippingInfo: undefined },
      { orderedItems: [] },
      { orderedItems: [{ product: "no id", quantity: 1 }] },
      { orderedItems: [{ product: tray, quantity: 0 }] },
      { orderedItems: [{ product: tray, quantity: 1.5 }] },
      { paymentInfo: {} },
      { paymentInfo: undefined },
    ]
    for (const fault of faults) expect((await order(ada, id, fault)).status).toBe(400)
    expect((await order(ada, id, { shippingInfo: { ...shippingInfo, phoneNo: " " } })).body.message).toBe(
      "Enter a phone number",
    )
    expect((await order(ada, id)).status).toBe(201)
    await agree()
  })

  test("a client that is a cent low in floating point is served, and its tax line carries the cent", async () => {
    await setPrice(shop, tray, 5_005)
    // One tray: 50.05 + 25 + 5.005; ours is 80.06 after rounding half up, the client's may be 80.05.
    const placed = await order(ada, await payAmount(8_005), { orderedItems: items(1) })
    expect(placed.body.order).toMatchObject({ itemPrice: 50.05, taxPrice: 5, shippingPrice: 25, totalPrice: 80.05 })
    await agree()
  })

  test("the same product on two lines is bought once, with both quantities", async () => {
    const placed = await order(ada, await payAmount(13_500), { orderedItems: [...items(1), ...items(1)] })
    expect(placed.body.order).toMatchObject({ orderedItems: [{ quantity: 2 }], totalPrice: 135 })
    await agree()
  })

  test("a form says the same as JSON", async () => {
    const secret = await process(ada, new URLSearchParams({ amount: "13500" }))
    const paid = await ada.post<{ id: string }>(
      "/api/v1/sandbox/confirm",
      new URLSearchParams({
        client_secret: secret,
        "card[number]": card.number,
        "card[exp_month]": "12",
        "card[exp_year]": "99",
        "card[cvc]": "123",
      }),
    )
    const form = new FormData()
    for (const [name, value] of Object.entries(shippingInfo)) form.append(`shippingInfo[${name}]`, value)
    form.append("orderedItems[0][product]", tray)
    form.append("orderedItems[0][quantity]", "2")
    form.append("paymentInfo[id]", paid.body.id)
    form.append("paymentInfo[status]", "succeeded")
    expect((await ada.post("/api/v1/order/new", form)).status).toBe(201)
    await agree()
  })
})

describe("paying what is named beside the amount", () => {
  test("lines are frozen and held, and the price that was paid stands", async () => {
    const secret = await process(ada, { amount: 13_500, orderedItems: items(), shippingInfo })
    expect(await stockOf(shop, tray)).toBe(8)
    await setPrice(shop, tray, 9_900)
    const { body } = await confirm(secret)
    const placed = await order(ada, body.id, { orderedItems: items(9), totalPrice: 1 })
    expect(placed.body.order).toMatchObject({ totalPrice: 135, orderedItems: [{ quantity: 2, price: 50 }] })
    await agree()
  })

  test("asking again for the same is the same payment, asking for something else is another", async () => {
    const wanted = { amount: 13_500, orderedItems: items(), shippingInfo }
    const secrets = await Promise.all([1, 2, 3].map(() => process(ada, wanted)))
    expect(new Set(secrets).size).toBe(1)
    const other = await process(ada, { amount: 8_000, orderedItems: items(1), shippingInfo })
    expect(other).not.toBe(secrets[0])
    const over = await confirm(secrets[0] ?? "")
    expect(over.status).toBe(409)
    expect(await stockOf(shop, tray)).toBe(9)
    await agree()
  })

  test("another amount, a missing unit or no address is refused before anything is held", async () => {
    const ask = (body: object) => ada.post("/api/v1/payment/process", { shippingInfo, orderedItems: items(), ...body })
    const wrong = await ask({ amount: 13_502 })
    expect([wrong.status, wrong.body.message]).toEqual([400, "The amount differs from the total of $135.00"])
    expect((await ask({ amount: 60_500, orderedItems: items(11) })).status).toBe(409)
    expect((await ask({ amount: 13_500, shippingInfo: undefined })).body.message).toBe(
      "Please enter your shipping details first",
    )
    for (const amount of [0, 49, -1, 1.5, "abc", 100_000_000, null, undefined]) {
      expect((await ask({ amount })).status).toBe(400)
    }
    expect(await stockOf(shop, tray)).toBe(10)
  })

  test("the shopper of the last unit is the only one to be charged", async () => {
    await moveStock(shop, tray, -9)
    const buyers = await Promise.all(Array.from({ length: 8 }, () => server.member(`buyer${++people}@shop.example`)))
    const answers = await Promise.all(
      buyers.map((buyer) =>
        buyer.post("/api/v1/payment/process", { amount: 8_000, orderedItems: items(1), shippingInfo }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    await expectInvariants(shop, { shelved: { [tray]: 1 } })
  })
})

describe("paying the session's cart", () => {
  const fill = () => ada.browser.post("/cart", { product: tray, quantity: 2 })

  const keepAddress = () => ada.browser.post("/shipping", { ...shippingInfo, suburb: "Springfield" })

  test("at its total belongs to its checkout, and the order needs nothing but the payment", async () => {
    await fill()
    await keepAddress()
    const { body } = await confirm(await process(ada, { amount: 13_500 }))
    expect(await stockOf(shop, tray)).toBe(8)
    const placed = await ada.post<{ order: object }>("/api/v1/order/new", { paymentInfo: { id: body.id } })
    expect([placed.status, placed.body.order]).toMatchObject([201, { totalPrice: 135 }])
    expect(await (await ada.browser.get("/cart")).text()).toContain("No items on cart")
    await agree()
  })

  test("is not what a client pays that cannot see it: another amount belongs to what the order names", async () => {
    const bowl = await addProduct(shop, { name: "Bowl", price: 5_000, stock: 10 })
    await fill()
    await keepAddress()
    const id = await payAmount(8_000)
    expect(await stockOf(shop, tray)).toBe(10)
    const placed = await order(ada, id, { orderedItems: [{ product: bowl, quantity: 1 }] })
    expect([placed.status, placed.body.order]).toMatchObject([
      201,
      { totalPrice: 80, orderedItems: [{ name: "Bowl" }] },
    ])
    expect(await (await ada.browser.get("/cart")).text()).toContain("Walnut tray")
    await agree()
  })

  test("is not what a client pays whose address the shop does not know", async () => {
    await fill()
    expect((await order(ada, await payAmount())).status).toBe(201)
    await agree()
  })
})

describe("the words of an address", () => {
  const old = { ...shippingInfo, state: "XX-OLD" }

  test("are refused before the money moves", async () => {
    const refused = await ada.post("/api/v1/payment/process", { amount: 13_500, shippingInfo: old })
    expect([refused.status, refused.body.message]).toEqual([400, "Choose a state"])
    const held = await ada.post("/api/v1/payment/process", { amount: 13_500, orderedItems: items(), shippingInfo: old })
    expect([held.status, held.body.message]).toEqual([400, "Choose a state"])
    expect(await stockOf(shop, tray)).toBe(10)
  })

  test.each([
    ["a state that the newest list does not have", { state: "XX-OLD" }, { state: "XX-OLD", country: "US" }],
    ["no state", { state: "" }, { state: "", country: "US" }],
    ["a country that no list has", { country: "Freedonia", state: "Sylvania" }, { country: "Freedonia" }],
  ])("are kept as they were sent once it is paid: %s", async (_, words, kept) => {
    const placed = await order(ada, await payAmount(), { shippingInfo: { ...shippingInfo, ...words } })
    expect([placed.status, placed.body.order]).toMatchObject([201, { shippingInfo: kept }])
    const page = await ada.browser.get(`/order/${placed.body.order._id}`)
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
    ["a country code", { phoneNo: "+1 217 555 0123" }, { phoneNo: "+1 217 555 0123" }],
  ])("never cost a payment: %s is tidied", async (_, words, kept) => {
    const strict = await ada.post("/api/v1/payment/process", {
      amount: 13_500,
      shippingInfo: { ...shippingInfo, ...words },
    })
    expect(strict.status).toBe(400)
    const placed = await order(ada, await payAmount(), { shippingInfo: { ...shippingInfo, ...words } })
    expect([placed.status, placed.body.order]).toMatchObject([201, { shippingInfo: kept }])
    await agree()
  })
})

test("whatever is wrong with a call about money, a person can read what", async () => {
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
    const { status, body: said } = await ada.post(`/api/v1/${path}`, body)
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

describe("the sandbox for clients of the API", () => {
  test("declines, asks for an approval, and knows expired cards", async () => {
    const secret = await process(ada, { amount: 13_500 })
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

  test("keeps no card", async () => {
    await payAmount()
    const rows = await shop.db.selectFrom("sandbox_intents").selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain("4242424242424242")
  })
})

test("nobody pays or orders without signing in", async () => {
  const stranger = server.client()
  for (const path of ["/api/v1/payment/process", "/api/v1/order/new"]) {
    const answer = await stranger.post(path, { amount: 13_500 })
    expect([answer.status, answer.body.message]).toEqual([401, "Please login to access this resource"])
  }
  expect((await stranger.get<{ stripeKey: string }>("/api/v1/stripekey")).body.stripeKey).toMatch(/^pk_/)
})

describe("with Stripe", () => {
  let close: () => Promise<void>
  let stripe: StripeServer
  beforeAll(async () => {
    const parts = await openWithStripe(openApiServer)
    await server.close()
    server = parts.opened
    shop = server.shop
    stripe = parts.stripe
    close = parts.close
  })
  afterAll(() => close?.())

  test("the original client pays and orders in the same way", async () => {
    const key = await ada.get<{ stripeKey: string }>("/api/v1/stripekey")
    expect(key.body.stripeKey).toBe("pk_test_counter")
    const secret = await process(ada, { amount: 13_500 })
    const [id = ""] = secret.split("_secret_")
    expect((await order(ada, id)).status).toBe(402)
    stripe.cardholder.pay(id)
    expect((await order(ada, id)).body.order).toMatchObject({ totalPrice: 135, paymentInfo: { id } })
    expect(stripe.account.intent(id).metadata).toMatchObject({ userId: ada.id })
    await expectInvariants(shop, { shelved: { [tray]: 10 }, gateway: stripeState(stripe) })
  })

  test("an intent of the same Stripe account that the shop did not open pays nothing", async () => {
    const { id } = stripe.account.createIntent({ amount: "13500", currency: "usd", metadata: { userId: ada.id } })
    stripe.cardholder.pay(id)
    expect((await order(ada, id)).body.message).toBe("This payment is not known")
    stripe.account.intents.delete(id)
  })

  test("there is no sandbox", async () => {
    const answer = await ada.browser.json("POST", "/api/v1/sandbox/confirm", { client_secret: "x", card })
    expect(answer.status).toBe(404)
  })
})
