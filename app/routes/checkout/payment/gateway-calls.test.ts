import { createHmac } from "node:crypto"
import { beforeEach, describe, expect, test } from "vitest"
import type { Buyer } from "~/domain/accounts/actor"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { openPayment } from "~/domain/checkout/payment/checkout-payment.server"
import { reconcile } from "~/domain/checkout/reconciliation/reconcile.server"
import { finishOwnPayment } from "~/domain/checkout/settlement/finish-payment.server"
import { openSecondProcess } from "~/domain/checkout/testing/second-process.server"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { limitGatewayCalls } from "~/domain/payments/member-gateway.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { openTestServer } from "~/testing/pages/test-server.server"
import { addBuyer, addBuyers, countOrders, fillCart, testAddress } from "~/testing/shop/buyers.server"
import { expectInvariants, stripeState } from "~/testing/shop/expect-invariants.server"
import { anAdmin } from "~/testing/shop/people.server"
import { openStripeTest } from "~/testing/shop/stripe-shop.server"

/** The highest number of calls a minute that the shop makes for one member, and for all of one network */
const MOST = 30
const MOST_OF_NETWORK = 120
const LOCALHOST = "127.0.0.1"

const here = openStripeTest(openTestServer, { stock: 1_000 })
let browser: TestBrowser
let checkout: string

beforeEach(async () => {
  browser = await here.signedIn(here.ada)
  const cart = await fillCart(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }])
  checkout = (await startCheckout(here.shop, here.ada, cart, null)).id
  here.stripe.calls.length = 0
})

const agree = () => expectInvariants(here.shop, { shelved: { [here.tray]: 1_000 }, gateway: stripeState(here.stripe) })
const loadPage = () => browser.get("/process/payment")
const fetchSecret = () => browser.post("/process/payment/secret", { checkout })
const openHostedPayment = () => browser.post("/process/payment/hosted", { checkout })
const returnFromGateway = () => browser.get("/process/payment/return")
const claim = (id: string) => browser.json("POST", "/api/v1/order/new", { paymentInfo: { id } })

async function openIntent(): Promise<string> {
  const { clientSecret } = await (await fetchSecret()).json()
  here.stripe.calls.length = 0
  return clientSecret.split("_secret_")[0]
}

async function repeat(times: number, request: () => Promise<Response>): Promise<Response[]> {
  const responses: Response[] = []
  for (let time = 0; time < times; time++) responses.push(await request())
  return responses
}

const payAnyAmount = () => {
  const amount = 5_000 + Math.floor(Math.random() * 1e6)
  return browser.json("POST", "/api/v1/payment/process", { amount })
}

test("pages and secrets of one payment query the gateway once in two seconds", async () => {
  await openIntent()
  const start = here.clock.now().getTime()
  await repeat(20, loadPage)
  await Promise.all(Array.from({ length: 20 }, fetchSecret))
  here.clock.advance({ minutes: 2 / 60 })
  const before = here.stripe.calls.length
  await Promise.all(Array.from({ length: 20 }, loadPage))
  expect(here.stripe.calls.length).toBeGreaterThan(before)
  const seconds = (here.clock.now().getTime() - start) / 1000
  expect(here.stripe.calls.length).toBeLessThanOrEqual(1 + Math.floor(seconds / 2))
})

test("a payment state cached for a page does not decide about an order", async () => {
  const id = await openIntent()
  expect((await loadPage()).status).toBe(200)
  here.stripe.cardholder.pay(id)
  const back = await returnFromGateway()
  expect(back.headers.get("Location")).toMatch(/^\/success\?order=/)
  expect(await countOrders(here.shop, here.ada)).toBe(1)
  await agree()
})

describe("ids of unknown payments are never sent to the gateway", () => {
  test.each([
    "pi_invented",
    "cs_invented",
    "pi_3NqXy2eZvKYlo2C01",
    `pi_${"x".repeat(240)}`,
    "re_invented",
    "nothing",
    "0123456789abcdef01234567",
  ])("%s", async (id) => {
    await repeat(5, () => claim(id))
    const hints = new URLSearchParams({ payment_intent: id, payment: id })
    const responses = await repeat(5, () => browser.get(`/process/payment/return?${hints}`))
    expect((await claim(id)).status).toBe(400)
    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303])
    expect(here.stripe.calls).toEqual([])
  })

  test("nor are ids of someone else's payment", async () => {
    const id = await openIntent()
    browser = await here.signedIn(await addBuyer(here.shop))
    expect((await claim(id)).status).toBe(400)
    await browser.get(`/process/payment/return?payment_intent=${id}`)
    expect(here.stripe.calls).toEqual([])
  })
})

describe("thirty calls a minute", () => {
  test.each([
    ["pages", () => repeatLater(loadPage)],
    ["secrets", () => repeatLater(fetchSecret)],
    ["returns", () => repeat(100, returnFromGateway)],
    ["orders of a payment that is not paid", async () => repeatClaims()],
    ["payments of any amount", () => repeat(100, payAnyAmount)],
    ["one way to pay after the other", () => alternate(openHostedPayment, fetchSecret)],
    ["the page without scripts", () => repeatLater(openHostedPayment)],
    ["the page without scripts after each return", () => alternate(returnFromGateway, openHostedPayment)],
    ["one cart after the other", () => changeCart()],
  ])("%s", async (_, press) => {
    await openIntent()
    const responses = await press()
    expect(here.stripe.calls.length).toBeGreaterThan(10)
    expect(here.stripe.calls.length).toBeLessThanOrEqual(MOST)
    const refused = responses.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    for (const response of refused) {
      expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0)
    }
    for (const { status } of responses) expect(status).toBeLessThan(500)
    await agree()
  })

  test("all entry points together, concurrently and in two processes, with a message when to retry", async () => {
    const id = await openIntent()
    const second = openSecondProcess(here)
    const elsewhere = limitGatewayCalls(second, here.ada, LOCALHOST)
    await Promise.allSettled([
      ...Array.from({ length: 30 }, () => elsewhere.payments.find(id)),
      ...Array.from({ length: 30 }, returnFromGateway),
      ...Array.from({ length: 30 }, () => claim(id)),
      ...Array.from({ length: 5 }, loadPage),
    ])
    expect(here.stripe.calls.length).toBeLessThanOrEqual(MOST)
    await second.db.destroy()
    const back = await returnFromGateway()
    expect(back.status).toBe(429)
    expect(await back.text()).toMatch(/Your payment is safe: please try again in \d+ seconds\./)
    const call = await claim(id)
    expect(call.status).toBe(429)
    expect((await call.json()).message).toMatch(/Your payment is safe: please try again in \d+ seconds\./)
  })

  test("apply to one member only", async () => {
    await openIntent()
    await repeat(40, returnFromGateway)
    browser = await here.signedIn(await addBuyer(here.shop))
    expect((await payAnyAmount()).status).toBe(200)
  })

  async function repeatLater(request: () => Promise<Response>): Promise<Response[]> {
    return repeat(40, () => {
      here.clock.advance({ minutes: 0.05 })
      return request()
    })
  }

  async function repeatClaims(): Promise<Response[]> {
    const { client_secret } = await (await payAnyAmount()).json()
    return repeat(60, () => claim(client_secret.split("_secret_")[0]))
  }

  async function alternate(...requests: (() => Promise<Response>)[]): Promise<Response[]> {
    const responses: Response[] = []
    for (let time = 0; time < 30; time++) for (const request of requests) responses.push(await request())
    return responses
  }

  async function changeCart(): Promise<Response[]> {
    const responses: Response[] = []
    for (let quantity = 3; quantity < 20; quantity++) {
      const items = [{ product: here.tray, quantity }]
      const subtotal = 5_000 * quantity
      const amount = subtotal + subtotal / 10 + (subtotal > 50_000 ? 0 : 2_500)
      const sent = { amount, orderedItems: items, shippingInfo: testAddress }
      responses.push(await browser.json("POST", "/api/v1/payment/process", sent))
    }
    return responses
  }
})

describe("the users of one network", () => {
  const openFor = async (buyer: Buyer) => {
    const checkout = await startCheckout(here.shop, buyer, [{ variantId: here.tray, quantity: 1 }], null)
    const { id } = await openPayment(here.shop, checkout, "intent")
    return id
  }

  test("make at most 120 calls a minute, twenty concurrently and in two processes, and a payment of theirs becomes its order", async () => {
    const buyers = await addBuyers(here.shop, 20)
    const ids = await Promise.all(buyers.map(openFor))
    const second = openSecondProcess(here)
    const shopOf = (at: number) => limitGatewayCalls(at % 2 ? second : here.shop, buyers[at] as Buyer, LOCALHOST)
    here.stripe.calls.length = 0
    for (let round = 0; round < 10; round++) await Promise.allSettled(ids.map((id, at) => shopOf(at).payments.find(id)))
    expect(here.stripe.calls).toHaveLength(80)
    here.stripe.cardholder.pay(ids[19] as string)
    expect(await finishOwnPayment(shopOf(19), buyers[19] as Buyer, ids[19] as string)).toMatchObject({
      kind: "ordered",
    })
    for (let round = 0; round < 5; round++)
      await Promise.allSettled(ids.map((id, at) => finishOwnPayment(shopOf(at), buyers[at] as Buyer, id)))
    expect(here.stripe.calls.length).toBeGreaterThan(90)
    const refused = limitGatewayCalls(here.shop, null, LOCALHOST).payments.find(ids[0] as string)
    await expect(refused).rejects.toThrow(/^There are too many payments from your network\. Your payment is safe/)
    const elsewhere = limitGatewayCalls(here.shop, null, "192.0.2.77").payments.find(ids[0] as string)
    expect(await elsewhere).toMatchObject({ id: ids[0] })
    expect(here.stripe.calls.length).toBeLessThanOrEqual(MOST_OF_NETWORK + 1)
    await second.db.destroy()
  })
})

describe("a refused request loses no money", () => {
  test("a member who opened too many payments gets the order of the paid one immediately, and on each repetition", async () => {
    browser = await here.signedIn(await addBuyer(here.shop))
    const opened = await browser.json("POST", "/api/v1/payment/process", { amount: 13_500 })
    const id = (await opened.json()).client_secret.split("_secret_")[0]
    const asked = await repeat(60, payAnyAmount)
    expect(asked.at(-1)?.status).toBe(429)
    here.stripe.cardholder.pay(id)
    const calls = here.stripe.calls.length
    const orderedItems = [{ product: here.tray, quantity: 2 }]
    const sent = { paymentInfo: { id }, orderedItems, shippingInfo: testAddress }
    const placed = await browser.json("POST", "/api/v1/order/new", sent)
    expect(placed.status).toBe(201)
    const { order } = await placed.json()
    for (const again of await repeat(60, () => claim(id))) {
      expect(again.status).toBe(201)
      expect((await again.json()).order._id).toBe(order._id)
    }
    expect(here.stripe.calls.length - calls).toBe(1)
    await agree()
  })

  test("a member who returns from the bank after reaching the limit gets the order immediately", async () => {
    const id = await openIntent()
    await repeat(60, payAnyAmount)
    here.stripe.cardholder.pay(id)
    const back = await browser.get(`/process/payment/return?payment_intent=${id}`)
    expect(back.headers.get("Location")).toMatch(/^\/success\?order=/)
    await agree()
  })

  test("the gateway's message finishes the order", async () => {
    const id = await openIntent()
    await repeat(MOST + 5, returnFromGateway)
    here.stripe.cardholder.pay(id)
    expect((await returnFromGateway()).status).toBe(429)
    const event = {
      id: "evt_1",
      object: "event",
      type: "payment_intent.succeeded",
      data: { object: { id, object: "payment_intent" } },
    }
    const text = JSON.stringify(event)
    const time = Math.floor(here.shop.now().getTime() / 1000)
    const signature = createHmac("sha256", "whsec_counter").update(`${time}.${text}`).digest("hex")
    const headers = { "Content-Type": "application/json", "Stripe-Signature": `t=${time},v1=${signature}` }
    const posted = await fetch(`${here.url}/api/v1/stripe/webhook`, { method: "POST", body: text, headers })
    expect(posted.status).toBe(200)
    expect(await countOrders(here.shop, here.ada)).toBe(1)
    expect((await returnFromGateway()).headers.get("Location")).toMatch(/^\/success\?order=/)
    await agree()
  })

  test("reconciliation finishes it too", async () => {
    const id = await openIntent()
    await repeat(MOST + 5, returnFromGateway)
    here.stripe.cardholder.pay(id)
    expect((await reconcile(here.shop)).finished).toBe(1)
    expect(await countOrders(here.shop, here.ada)).toBe(1)
    await agree()
  })

  test("an administrator's refunds beyond the limit wait for the next reconciliation", async () => {
    const id = await openIntent()
    here.stripe.cardholder.pay(id)
    const order = (await returnFromGateway()).headers.get("Location")?.split("order=")[1] ?? ""
    const admin = await anAdmin(here.shop)
    const shop = limitGatewayCalls(here.shop, admin, LOCALHOST)
    here.stripe.calls.length = 0
    for (let time = 0; time < MOST + 10; time++) await refundOrder(shop, admin, order, { amount: 10 })
    expect(here.stripe.calls.length).toBeLessThanOrEqual(MOST)
    await reconcile(here.shop)
    expect(here.stripe.account.refundedOf(id)).toBe(400)
    await agree()
  })
})
