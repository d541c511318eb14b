import { createHmac } from "node:crypto"
import { pino } from "pino"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { newObjectId } from "~/domain/object-id.server"
import { GatewayRefusal, type NewHostedPayment } from "~/domain/payments/gateway"
import { openStripeGateway } from "./stripe-gateway.server"
import { testKeys } from "./testing/stripe-keys"
import { type StripeServer, startStripeServer } from "./testing/stripe-server"

let stripe: StripeServer
const gatewayWith = (options = {}) =>
  openStripeGateway({
    ...testKeys,
    apiBase: stripe.url,
    log: pino({ level: "silent" }),
    now: () => new Date(),
    ...options,
  })

beforeAll(async () => {
  stripe = await startStripeServer(testKeys)
})
afterAll(() => stripe?.close())
beforeEach(() => {
  stripe.faults.end()
  stripe.calls.length = 0
})

const CREATE = /POST \/v1\/payment_intents$/

describe("requests to Stripe", () => {
  test("an intent ships to the customer and takes cards only", async () => {
    const { intentId } = await gatewayWith().open(request())
    expect(stripe.account.intent(intentId ?? "")).toMatchObject({
      amount: 13_500,
      currency: "usd",
      shipping: {
        name: "Ada Buyer",
        phone: "2175550123",
        address: {
          line1: "1 Main Street",
          city: "Springfield",
          state: "Illinois",
          postal_code: "62701",
          country: "US",
        },
      },
    })
  })

  test("a hosted page shows the lines, ships to the customer and has their email address", async () => {
    const page = await gatewayWith().openHosted(request())
    const session = stripe.account.session(page.id)
    expect(session).toMatchObject({ amount_total: 13_500, customer_email: "ada@shop.test" })
    stripe.cardholder.payOnPage(page.id)
    expect(stripe.account.intent(session.payment_intent ?? "")).toMatchObject({ shipping: { name: "Ada Buyer" } })
  })

  test("a card has the same fingerprint in the shop's form and on the hosted page", async () => {
    const gateway = gatewayWith()
    const [intent, page] = [await gateway.open(request()), await gateway.openHosted(request())]
    expect([intent.cardFingerprint, page.cardFingerprint]).toEqual([null, null])
    stripe.cardholder.pay(intent.id, "pays", "fp_ada")
    stripe.cardholder.payOnPage(page.id, "pays", "fp_ada")
    for (const { id } of [intent, page]) expect(await gateway.find(id)).toMatchObject({ cardFingerprint: "fp_ada" })
  })

  test("a hosted page shows one line when there are too many for Stripe", async () => {
    const lines = Array.from({ length: 102 }, () => ({ name: "Mug", price: 100, quantity: 1 }))
    const page = await gatewayWith().openHosted({ ...request(), lines, amount: 10_200 })
    expect(stripe.account.session(page.id).amount_total).toBe(10_200)
  })

  test("an address in a country without states has none", async () => {
    const { customer, ...rest } = request()
    const address = { ...customer.address, state: "", country: "AQ" }
    const { intentId } = await gatewayWith().open({ ...rest, customer: { ...customer, address } })
    expect(stripe.account.intent(intentId ?? "").shipping).not.toHaveProperty("address.state")
  })
})

describe("failures of Stripe", () => {
  test("a connection cut after the intent was stored leaves one intent", async () => {
    stripe.faults.plan(CREATE, "reset", { afterwards: true })
    const before = stripe.account.intents.size
    const payment = await gatewayWith().open(request())
    expect(stripe.account.intents.size).toBe(before + 1)
    expect(stripe.account.intent(payment.id).status).toBe("requires_payment_method")
  })

  test("a connection that keeps being cut is not a refusal: the same payment can be requested again", async () => {
    stripe.faults.plan(CREATE, "reset", { times: 9, afterwards: true })
    const before = stripe.account.intents.size
    const wanted = request()
    const lost = await gatewayWith()
      .open(wanted)
      .then(String, (error) => error)
    stripe.faults.end()
    expect(lost).toMatchObject({ kind: "unavailable" })
    expect(lost).not.toBeInstanceOf(GatewayRefusal)
    await gatewayWith().open(wanted)
    expect(stripe.account.intents.size).toBe(before + 1)
  })

  test("a call without a response ends within the time limit, retries included", async () => {
    stripe.faults.plan(/./, "silence", { times: 9 })
    const started = performance.now()
    const silent = gatewayWith({ timeout: 1_500 }).find("pi_123")
    await expect(silent).rejects.toMatchObject({ kind: "unavailable" })
    // With retries a call would take three times as long.
    expect(performance.now() - started).toBeLessThan(3_000)
  })

  test("a brief rate limit is retried", async () => {
    stripe.faults.plan(CREATE, 429)
    expect(await gatewayWith().open(request())).toMatchObject({ status: "requires_payment_method" })
  })

  test("a lasting rate limit is not a refusal", async () => {
    stripe.faults.plan(CREATE, 429, { times: 3 })
    const wanted = request()
    const refused = await gatewayWith()
      .open(wanted)
      .then(String, (error) => error)
    expect(refused).toMatchObject({ kind: "unavailable" })
    expect(refused).not.toBeInstanceOf(GatewayRefusal)
    expect(await gatewayWith().open(wanted)).toMatchObject({ status: "requires_payment_method" })
  })

  test("an internal error of Stripe uses up its idempotency key", async () => {
    stripe.faults.plan(CREATE, 500)
    const wanted = request()
    await expect(gatewayWith().open(wanted)).rejects.toBeInstanceOf(GatewayRefusal)
    await expect(gatewayWith().open(wanted)).rejects.toBeInstanceOf(GatewayRefusal)
    expect(await gatewayWith().open(request())).toMatchObject({ status: "requires_payment_method" })
  })

  test("a card error shows Stripe's message to the shopper", async () => {
    stripe.faults.plan(CREATE, 402)
    const declined = gatewayWith().open(request())
    await expect(declined).rejects.toMatchObject({ kind: "payment", message: "Your card was declined." })
  })

  test("an invalid API key is the shop's fault, and the shopper reads nothing about it", async () => {
    const refused = gatewayWith({ secretKey: "sk_test_wrong" }).open(request())
    await expect(refused).rejects.toMatchObject({ kind: "unavailable", message: expect.not.stringContaining("Key") })
  })

  test("a refund that Stripe made but answered with an error is not made twice", async () => {
    const gateway = gatewayWith()
    const { id: intentId } = await gateway.open(request())
    stripe.cardholder.pay(intentId)
    stripe.faults.plan(/POST \/v1\/refunds/, 500, { afterwards: true })
    const refund = { intentId, amount: 500, refundId: newObjectId(new Date()), refusals: 0 }
    await expect(gateway.refund(refund)).rejects.toBeInstanceOf(GatewayRefusal)
    expect(await gateway.refund({ ...refund, refusals: 1 })).toMatchObject({ status: "succeeded" })
    expect(stripe.account.refundedOf(intentId)).toBe(500)
  })

  test("a complete refund whose response was lost for days is found again", async () => {
    const gateway = gatewayWith()
    const { id: intentId } = await gateway.open(request())
    stripe.cardholder.pay(intentId)
    const refund = { intentId, amount: 13_500, refundId: newObjectId(new Date()), refusals: 0 }
    const { id } = await gateway.refund(refund)
    stripe.keys.forgetAll()
    expect(await gateway.refund(refund)).toMatchObject({ id, status: "succeeded" })
  })
})

describe("webhook events", () => {
  const at = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
  const event = (object: object, type = "payment_intent.succeeded") =>
    JSON.stringify({ id: "evt_1", type, data: { object } })
  const sign = (text: string, { secret = "whsec_counter", time = at(0) } = {}) =>
    `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${text}`).digest("hex")}`
  const read = (text: string, signature: string | null, secrets = ["whsec_counter"]) =>
    gatewayWith({ webhookSecrets: secrets }).webhook?.parse(
      Buffer.from(text),
      new Headers(signature === null ? {} : { "Stripe-Signature": signature }),
    )

  test("are accepted when they are signed, however old the cart in them", () => {
    const text = event({ object: "payment_intent", id: "pi_1", status: "nonsense ü" })
    expect(read(text, sign(text))).toEqual({ about: "payment", id: "pi_1" })
  })

  test("are accepted with either secret during a rotation", () => {
    const text = event({ object: "checkout.session", id: "cs_1" }, "checkout.session.completed")
    const old = sign(text, { secret: "whsec_old" })
    expect(read(text, old, ["whsec_new", "whsec_old"])).toEqual({ about: "payment", id: "cs_1" })
    expect(() => read(text, old, ["whsec_new"])).toThrow("valid signature")
  })

  test("are refused without a signature, or if it is invalid, altered or too old", () => {
    const text = event({ object: "payment_intent", id: "pi_1" })
    expect(() => read(text, null)).toThrow("valid signature")
    expect(() => read(text, "")).toThrow("valid signature")
    expect(() => read(text, "t=1,v1=zz")).toThrow("valid signature")
    expect(() => read(text, sign(text, { secret: "whsec_else" }))).toThrow("valid signature")
    expect(() => read(text.replace("pi_1", "pi_2"), sign(text))).toThrow("valid signature")
    expect(() => read(text, sign(text, { time: at(-301) }))).toThrow("valid signature")
    expect(read(text, sign(text, { time: at(-290) }))).toMatchObject({ about: "payment" })
  })

  test("report refunds and disputes too, and many other things that the shop ignores", () => {
    const heard = (object: object, type: string) => {
      const text = event(object, type)
      return read(text, sign(text))
    }
    expect(heard({ object: "refund", id: "re_1" }, "refund.updated")).toEqual({ about: "refund", id: "re_1" })
    const dispute = { object: "dispute", id: "dp_1", payment_intent: "pi_1", reason: "fraudulent" }
    expect(heard(dispute, "charge.dispute.created")).toMatchObject({ intentId: "pi_1", outcome: "open" })
    expect(heard({ ...dispute, status: "lost" }, "charge.dispute.created")).toMatchObject({ outcome: "lost" })
    expect(heard({ ...dispute, status: "lost" }, "charge.dispute.closed")).toMatchObject({ outcome: "lost" })
    expect(heard({ ...dispute, status: "won" }, "charge.dispute.closed")).toMatchObject({ outcome: "won" })
    expect(heard(dispute, "charge.dispute.funds_withdrawn")).toEqual({ about: "nothing" })
    expect(heard({ object: "charge", id: "ch_1", payment_intent: "pi_1" }, "charge.succeeded")).toMatchObject({
      id: "pi_1",
    })
    const refunded = { object: "charge", id: "ch_1", payment_intent: "pi_1", refunded: true }
    expect(heard(refunded, "charge.refunded")).toEqual({ about: "refunds", intentId: "pi_1" })
    expect(heard({ object: "customer", id: "cus_1" }, "customer.created")).toEqual({ about: "nothing" })
    expect(heard({}, "balance.available")).toEqual({ about: "nothing" })
  })
})

function request(): NewHostedPayment & { customer: NonNullable<NewHostedPayment["customer"]> } {
  return {
    paymentId: newObjectId(new Date()),
    userId: newObjectId(new Date()),
    checkoutId: newObjectId(new Date()),
    amount: 13_500,
    currency: "USD",
    shop: "a-database https://shop.test",
    customer: {
      name: "Ada Buyer",
      email: "ada@shop.test",
      phone: "2175550123",
      address: { line1: "1 Main Street", city: "Springfield", state: "Illinois", postalCode: "62701", country: "US" },
    },
    lines: [{ name: "Everything", price: 13_500, quantity: 1 }],
    returnUrl: "http://localhost:3000/process/payment/return",
    cancelUrl: "http://localhost:3000/process/payment",
    expiresAt: new Date(Date.now() + 60 * 60_000),
  }
}
