import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { StripeServer } from "~/adapters/testing/stripe-server"
import type { Member } from "~/domain/accounts/user"
import type { Order } from "~/domain/orders/order"
import { findOrderOfIntent } from "~/domain/orders/orders.server"
import { refundOrder } from "~/domain/orders/refund-order.server"
import type { Shop } from "~/domain/shop"
import { addBuyer, addProduct, moveStock } from "~/testing/buyers.server"
import { expectInvariants, stripeState } from "~/testing/expect-invariants.server"
import { anAdmin } from "~/testing/people.server"
import { openWithStripe } from "~/testing/stripe-shop.server"
import { openTestShop, type TestShop } from "~/testing/test-shop.server"
import { finishPayment } from "./finish-payment.server"
import { handleWebhookEvent } from "./handle-webhook-event.server"
import { openPayment } from "./open-payment.server"
import { reconcile } from "./reconcile.server"
import { startCheckout } from "./start-checkout.server"
import { syncRecentRefunds } from "./sync-refunds.server"

let open: TestShop
let shop: Shop
let stripe: StripeServer
let close: () => Promise<void>
let ada: Member
let tray: string

beforeAll(async () => {
  const parts = await openWithStripe(openTestShop, { timeout: 1_500 })
  open = parts.opened
  shop = open.shop
  stripe = parts.stripe
  close = parts.close
})
afterAll(() => close?.())
beforeEach(async () => {
  stripe.faults.end()
  stripe.account.nextRefundStatus = "succeeded"
  ada = await addBuyer(shop)
  tray = await addProduct(shop, { price: 5_000, stock: 10 })
})

const orderOf = (intentId: string): Promise<Order> => findOrderOfIntent(shop, ada, intentId)
const agree = () => expectInvariants(shop, { shelved: { [tray]: 10 }, gateway: stripeState(stripe) })

async function openIntent(): Promise<string> {
  const checkout = await startCheckout(shop, ada, [{ product: tray, quantity: 2 }], null)
  return (await openPayment(shop, checkout, "intent")).id
}

/** An order of $135.00, paid by the answered intent. */
async function bought(): Promise<string> {
  const id = await openIntent()
  stripe.cardholder.pay(id)
  await finishPayment(shop, id)
  return id
}

/** Somebody presses *Refund* in Stripe's dashboard. */
const refundAtStripe = (intentId: string, amount: number) =>
  stripe.account.createRefund({ payment_intent: intentId, amount: String(amount) })

const tellCharge = (intentId: string) => handleWebhookEvent(shop, { about: "refunds", intentId })

describe("what was refunded in the gateway's dashboard", () => {
  test("in part is known when it tells of the charge, and counts once, whoever tells it again", async () => {
    const id = await bought()
    const refund = refundAtStripe(id, 500)
    await Promise.all([
      tellCharge(id),
      handleWebhookEvent(shop, { about: "refund", id: refund.id }),
      tellCharge(id),
      syncRecentRefunds(shop),
      reconcile(shop),
    ])
    const order = await orderOf(id)
    expect(order).toMatchObject({ refunded: 500, status: "Processing", payment: { status: "succeeded" } })
    expect(order.refunds).toMatchObject([
      { amount: 500, status: "succeeded", reason: "Refunded at the payment service" },
    ])
    refundAtStripe(id, 700)
    await tellCharge(id)
    expect((await orderOf(id)).refunded).toBe(1_200)
    const incidents = shop.db.selectFrom("payment_incidents").select("resolved_at").where("payment_intent_id", "=", id)
    expect(await incidents.execute()).toEqual([{ resolved_at: expect.any(Date) }])
    await agree()
  })

  test("in full is known after one reconciliation, though nobody tells of it", async () => {
    const id = await bought()
    refundAtStripe(id, 13_500)
    await reconcile(shop)
    expect(await orderOf(id)).toMatchObject({ refunded: 13_500, payment: { status: "refunded" } })
    await agree()
  })

  test("in full counts once when five hear of it at the same moment", async () => {
    const id = await bought()
    refundAtStripe(id, 13_500)
    await Promise.all(Array.from({ length: 5 }, () => tellCharge(id)))
    expect((await orderOf(id)).refunds).toHaveLength(1)
    const unread = shop.db.selectFrom("payment_incidents").select("id").where("resolved_at", "is", null)
    expect(await unread.where("payment_intent_id", "=", id).execute()).toEqual([])
    await agree()
  })

  test("beside refunds of the shop adds up", async () => {
    const id = await bought()
    const admin = await anAdmin(shop)
    const [{ id: orderId }] = [await orderOf(id)]
    refundAtStripe(id, 500)
    await Promise.all([refundOrder(shop, admin, orderId, { amount: 1_000 }), tellCharge(id), reconcile(shop)])
    await reconcile(shop)
    expect((await orderOf(id)).refunded).toBe(1_500)
    expect(stripe.account.refundedOf(id)).toBe(1_500)
    await agree()
  })

  test("is on its way until the gateway says that it arrived", async () => {
    const id = await bought()
    stripe.account.nextRefundStatus = "pending"
    const refund = refundAtStripe(id, 500)
    await tellCharge(id)
    expect((await orderOf(id)).refunds).toMatchObject([{ amount: 500, status: "requested" }])
    refund.status = "succeeded"
    await reconcile(shop)
    expect((await orderOf(id)).refunds).toMatchObject([{ amount: 500, status: "succeeded" }])
    await agree()
  })

  test("before its order was written is known when that is", async () => {
    const id = await openIntent()
    stripe.cardholder.pay(id)
    refundAtStripe(id, 500)
    await tellCharge(id)
    expect((await orderOf(id)).refunded).toBe(500)
    await agree()
  })

  test("is found after days without the shop, however many others there were", async () => {
    await syncRecentRefunds(shop)
    const ids = [await bought(), await bought()]
    for (const id of ids) for (let cents = 0; cents < 60; cents++) refundAtStripe(id, 1)
    open.clock.advance({ days: 3 })
    await reconcile(shop)
    for (const id of ids) expect((await orderOf(id)).refunded).toBe(60)
    await agree()
  })

  test("is read again from the same place when the gateway was silent", async () => {
    const id = await bought()
    refundAtStripe(id, 500)
    stripe.faults.plan(/GET \/v1\/refunds$/, 500, { times: 1 })
    expect((await reconcile(shop)).waiting).toHaveLength(1)
    open.clock.advance({ hours: 5 })
    await reconcile(shop)
    expect((await orderOf(id)).refunded).toBe(500)
    await agree()
  })

  test("is known although another one cannot be written down", async () => {
    const [id, other] = [await bought(), await bought()]
    const bad = refundAtStripe(other, 400)
    refundAtStripe(id, 500)
    const { refundsSince } = shop.payments
    const payments: typeof shop.payments = {
      ...shop.payments,
      async refundsSince(moment) {
        const told = (await refundsSince(moment)).map((one) => (one.id === bad.id ? { ...one, amount: 0.5 } : one))
        return told.sort((one) => (one.id === bad.id ? -1 : 1))
      },
    }
    await syncRecentRefunds({ ...shop, payments })
    expect([(await orderOf(id)).refunded, (await orderOf(other)).refunded]).toEqual([500, 0])
    await syncRecentRefunds(shop)
    expect((await orderOf(other)).refunded).toBe(400)
    await agree()
  })

  test("for a payment that could become no order is not given back twice", async () => {
    const id = await openIntent()
    stripe.cardholder.pay(id)
    refundAtStripe(id, 13_500)
    open.clock.advance({ minutes: 16 })
    const { id: checkout } = await shop.db
      .selectFrom("checkouts")
      .select("id")
      .where("user_id", "=", ada.id)
      .executeTakeFirstOrThrow()
    await shop.db
      .insertInto("stock_ledger")
      .values({ product_id: tray, change: 2, reason: "release", checkout_id: checkout })
      .execute()
    await shop.db.updateTable("checkouts").set({ status: "released" }).where("id", "=", checkout).execute()
    await moveStock(shop, tray, -10)
    await finishPayment(shop, id)
    await tellCharge(id)
    const refunds = shop.db.selectFrom("refunds").select("status").where("payment_intent_id", "=", id)
    expect(await refunds.execute()).toEqual([{ status: "succeeded" }])
    await expectInvariants(shop, { shelved: { [tray]: 0 }, gateway: stripeState(stripe) })
  })
})

describe("a payment that was cancelled in the gateway's dashboard", () => {
  const stock = async () =>
    (await shop.db.selectFrom("products").select("stock").where("id", "=", tray).executeTakeFirstOrThrow()).stock

  test("gives its units back when the gateway tells of it", async () => {
    const id = await openIntent()
    expect(await stock()).toBe(8)
    stripe.account.cancelIntent(id)
    await Promise.all([1, 2, 3].map(() => handleWebhookEvent(shop, { about: "payment", id })))
    expect(await stock()).toBe(10)
    await agree()
  })

  test("gives its units back after one reconciliation", async () => {
    const id = await openIntent()
    stripe.account.cancelIntent(id)
    await reconcile(shop)
    expect(await stock()).toBe(10)
    await agree()
  })

  test("gives its units back when it was a page", async () => {
    const checkout = await startCheckout(shop, ada, [{ product: tray, quantity: 2 }], null)
    const page = await openPayment(shop, checkout, "hosted")
    stripe.account.expireSession(page.id)
    await handleWebhookEvent(shop, { about: "payment", id: page.id })
    expect(await stock()).toBe(10)
    await agree()
  })

  test("gives its units back, though the shop once failed to end it itself", async () => {
    const checkout = await startCheckout(shop, ada, [{ product: tray, quantity: 2 }], null)
    const intent = await openPayment(shop, checkout, "intent")
    stripe.faults.plan(/\/cancel$/, 500)
    await expect(openPayment(shop, checkout, "hosted")).rejects.toMatchObject({ kind: "unavailable" })
    stripe.faults.end()
    open.clock.advance({ minutes: 2 })
    stripe.account.cancelIntent(intent.id)
    await handleWebhookEvent(shop, { about: "payment", id: intent.id })
    expect(await stock()).toBe(10)
    await agree()
  })

  test("keeps its units when the shop itself ended it to open another one", async () => {
    const checkout = await startCheckout(shop, ada, [{ product: tray, quantity: 2 }], null)
    const intent = await openPayment(shop, checkout, "intent")
    stripe.faults.delay(/\/cancel$/, 150)
    const [page] = await Promise.all([
      openPayment(shop, checkout, "hosted"),
      ...[0, 160, 200, 300].map(async (wait) => {
        await new Promise((resolve) => setTimeout(resolve, wait))
        await handleWebhookEvent(shop, { about: "payment", id: intent.id })
      }),
    ])
    expect(await stock()).toBe(8)
    stripe.cardholder.payOnPage(page.id)
    await reconcile(shop)
    expect(await stock()).toBe(8)
    await agree()
  })
})
