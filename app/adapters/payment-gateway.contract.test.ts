import { pino } from "pino"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { newObjectId } from "~/domain/object-id.server"
import type { GatewayPayment, NewHostedPayment, PaymentGateway } from "~/domain/payments/gateway"
import { openTestShop } from "~/testing/shop/test-shop.server"
import { slowGateway } from "./slow-gateway.server"
import { openStripeGateway } from "./stripe-gateway.server"
import { testKeys } from "./testing/stripe-keys"
import { startStripeServer } from "./testing/stripe-server"

interface Subject {
  gateway: PaymentGateway
  /** Pays with a good card. */
  pay(payment: GatewayPayment): Promise<unknown>
  close(): Promise<void>
}

const card = { number: "4242424242424242", expMonth: 12, expYear: 2099, cvc: "123" }

const gateways: Record<string, () => Promise<Subject>> = {
  async sandbox() {
    const { shop, close } = await openTestShop()
    return { gateway: shop.payments, close, pay: async ({ id }) => shop.payments.terminal?.confirm(id, card) }
  },
  async "a slow sandbox"() {
    const { shop, close } = await openTestShop()
    const gateway = slowGateway(shop.payments, 2)
    return { gateway, close, pay: async ({ id }) => gateway.terminal?.confirm(id, card) }
  },
  async Stripe() {
    const stripe = await startStripeServer(testKeys)
    const log = pino({ level: "silent" })
    const gateway = openStripeGateway({ ...testKeys, apiBase: stripe.url, log, now: () => new Date() })
    return {
      gateway,
      close: stripe.close,
      pay: async ({ id, url }) => (url ? stripe.cardholder.payOnPage(id) : stripe.cardholder.pay(id)),
    }
  },
}

describe.each(Object.keys(gateways))("the gateway of %s", (name) => {
  let subject: Subject
  beforeAll(async () => {
    subject = await (gateways[name] as () => Promise<Subject>)()
  })
  afterAll(() => subject?.close())

  test("opens one payment per checkout id, however often it is called", async () => {
    const { gateway } = subject
    const wanted = request()
    const [one, other] = [await gateway.open(wanted), await gateway.open(wanted)]
    expect(other.id).toBe(one.id)
    expect(one).toMatchObject({ status: "requires_payment_method", amount: 13_500, currency: "usd" })
    expect((await gateway.open(request())).id).not.toBe(one.id)
  })

  test("stores our ids with the payment", async () => {
    const wanted = request()
    const { id, clientSecret } = await subject.gateway.open(wanted)
    const { paymentId, checkoutId, userId } = wanted
    expect(await subject.gateway.find(id)).toMatchObject({ id, clientSecret, paymentId, checkoutId, userId })
    const bare = await subject.gateway.open({ ...request(), checkoutId: null, customer: null })
    expect(bare.checkoutId).toBeNull()
  })

  test("does not find a payment that it has not opened", async () => {
    for (const id of [
      "pi_000000000000000000000000",
      "cs_test_nothing",
      "",
      "../v1/refunds",
      "pi_1/../../x",
      "x".repeat(3000),
    ]) {
      expect(await subject.gateway.find(id)).toBeNull()
      expect(await subject.gateway.cancel(id)).toBeNull()
      expect(await subject.gateway.findRefund(id)).toBeNull()
    }
  })

  test("reports that a payment has succeeded", async () => {
    const payment = await paid()
    expect(await subject.gateway.find(payment.id)).toMatchObject({ status: "succeeded", intentId: payment.id })
  })

  test("cancels an unpaid payment, which can then no longer be paid", async () => {
    const payment = await subject.gateway.open(request())
    expect(await subject.gateway.cancel(payment.id)).toMatchObject({ id: payment.id, status: "canceled" })
    await expect(subject.pay(payment)).rejects.toThrow()
    expect(await subject.gateway.find(payment.id)).toMatchObject({ status: "canceled" })
  })

  test("responds to a second cancellation like to the first", async () => {
    const { id } = await subject.gateway.open(request())
    await Promise.all([subject.gateway.cancel(id), subject.gateway.cancel(id)])
    expect(await subject.gateway.cancel(id)).toMatchObject({ status: "canceled" })
  })

  test("does not cancel a paid payment, and says so", async () => {
    const { id } = await paid()
    expect(await subject.gateway.cancel(id)).toMatchObject({ status: "succeeded" })
  })

  test("either a payment or its concurrent cancellation succeeds, not both", async () => {
    for (let round = 0; round < 5; round++) {
      const payment = await subject.gateway.open(request())
      const [canceled, charged] = await Promise.allSettled([subject.gateway.cancel(payment.id), subject.pay(payment)])
      const left = await subject.gateway.find(payment.id)
      expect(left?.status).toBe(charged.status === "fulfilled" ? "succeeded" : "canceled")
      expect(canceled).toMatchObject({ value: { status: left?.status } })
    }
  })

  test("refunds once for each refund id, in parts and never more than was paid", async () => {
    const { id: intentId } = await paid()
    const refund = { intentId, amount: 500, refundId: newObjectId(new Date()), refusals: 0 }
    const first = await subject.gateway.refund(refund)
    expect(first).toMatchObject({ status: "succeeded", amount: 500, intentId, refundId: refund.refundId })
    expect((await subject.gateway.refund(refund)).id).toBe(first.id)
    expect(await subject.gateway.findRefund(first.id)).toEqual(first)
    const rest = { ...refund, amount: 13_000, refundId: newObjectId(new Date()) }
    await subject.gateway.refund(rest)
    const more = subject.gateway.refund({ ...refund, amount: 1, refundId: newObjectId(new Date()) })
    await expect(more).rejects.toMatchObject({ kind: "invalid" })
  })

  test("lists refunds, newest first: of one payment, and of all since a time", async () => {
    const { gateway } = subject
    const before = new Date(Date.now() - 1_000)
    const [one, other] = [await paid(), await paid()]
    for (const { id: intentId } of [one, one, other]) {
      await gateway.refund({ intentId, amount: 500, refundId: newObjectId(new Date()), refusals: 0 })
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    const all = await gateway.refundsSince(before)
    expect(all.slice(0, 3).map(({ intentId }) => intentId)).toEqual([other.id, one.id, one.id])
    expect(await gateway.refundsOf(one.id)).toEqual(all.slice(1, 3))
    expect(await gateway.refundsOf("pi_000000000000000000000000")).toEqual([])
    expect(await gateway.refundsSince(new Date(Date.now() + 60_000))).toEqual([])
  })

  test("lists payments opened in a period, paid or not, with the shop's mark", async () => {
    const before = new Date(Date.now() - 1_000)
    const [open, other] = [await subject.gateway.open(request()), await paid()]
    const { payments, isComplete } = await subject.gateway.paymentsBetween(before, new Date(Date.now() + 1_000))
    const found = payments.filter(({ id }) => id === open.id || id === other.id)
    expect(isComplete).toBe(true)
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set(["requires_payment_method", "succeeded"]))
    for (const { shop, createdAt } of found) {
      expect(shop).toBe("a-database https://shop.test")
      expect(Math.abs(createdAt.getTime() - Date.now())).toBeLessThan(60_000)
    }
    const later = await subject.gateway.paymentsBetween(new Date(Date.now() + 60_000), new Date(Date.now() + 90_000))
    expect(later).toEqual({ payments: [], isComplete: true })
  })

  test("lists its fees in a period, each with its payment, currency and time", async () => {
    const before = new Date(Date.now() - 1_000)
    const [{ id }, unpaid] = [await paid(), await subject.gateway.open(request())]
    const refund = { intentId: id, amount: 500, refundId: newObjectId(new Date()), refusals: 0 }
    await subject.gateway.refund(refund)
    const { fees, cutAt } = await subject.gateway.feesBetween(before, new Date(Date.now() + 1_000))
    expect(cutAt).toBeNull()
    const [fee, ...others] = fees.filter(({ intentId }) => intentId === id)
    expect(others).toEqual([])
    expect(fee).toMatchObject({ kind: "payment", occurrence: null, currency: "USD" })
    expect(fee?.amount).toBeGreaterThan(200)
    expect(Math.abs((fee?.createdAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
    expect(fees.some(({ intentId }) => intentId === unpaid.id)).toBe(false)
    const later = await subject.gateway.feesBetween(new Date(Date.now() + 60_000), new Date(Date.now() + 90_000))
    expect(later).toEqual({ fees: [], cutAt: null })
  })

  test("refunds nothing of an unpaid payment", async () => {
    const { id: intentId } = await subject.gateway.open(request())
    const refund = { intentId, amount: 500, refundId: newObjectId(new Date()), refusals: 0 }
    await expect(subject.gateway.refund(refund)).rejects.toMatchObject({ kind: "invalid" })
  })

  test("opens a hosted page for browsers without scripts, and reports when it was used", async () => {
    const wanted = request()
    const page = await subject.gateway.openHosted(wanted)
    expect((await subject.gateway.openHosted(wanted)).id).toBe(page.id)
    expect(page.url).toMatch(/^http/)
    const { paymentId, checkoutId } = wanted
    expect(await subject.gateway.find(page.id)).toMatchObject({ status: "requires_payment_method", paymentId })
    await subject.pay(page)
    const found = await subject.gateway.find(page.id)
    expect(found).toMatchObject({ id: page.id, status: "succeeded", amount: 13_500, paymentId, checkoutId })
    expect(await subject.gateway.find(found?.intentId ?? "")).toMatchObject({ status: "succeeded", paymentId })
  })

  test("expires a page that was not used", async () => {
    const page = await subject.gateway.openHosted(request())
    expect(await subject.gateway.cancel(page.id)).toMatchObject({ id: page.id, status: "canceled" })
    await expect(subject.pay(page)).rejects.toThrow()
    expect(await subject.gateway.cancel(page.id)).toMatchObject({ status: "canceled" })
  })

  test("does not expire a page that was used, and says so", async () => {
    const page = await subject.gateway.openHosted(request())
    await subject.pay(page)
    expect(await subject.gateway.cancel(page.id)).toMatchObject({ status: "succeeded" })
  })

  async function paid(): Promise<GatewayPayment> {
    const payment = await subject.gateway.open(request())
    await subject.pay(payment)
    return payment
  }
})

function request(): NewHostedPayment {
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
    lines: [
      { name: "Mug", price: 5_000, quantity: 2 },
      { name: "Shipping", price: 2_500, quantity: 1 },
      { name: "Tax (GST)", price: 1_000, quantity: 1 },
    ],
    returnUrl: "http://localhost:3000/process/payment/return",
    cancelUrl: "http://localhost:3000/process/payment",
    expiresAt: new Date(Date.now() + 60 * 60_000),
  }
}
