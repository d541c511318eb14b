import { describe, expect, test } from "vitest"
import { DAY } from "~/domain/durations"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import type { Order } from "~/domain/orders/order"
import { findOrderOfIntent } from "~/domain/orders/orders.server"
import { processAllRefunds } from "~/domain/refunds/process-due-refunds.server"
import { moveStock } from "~/testing/shop/buyers.server"
import { expectInvariants, stripeState } from "~/testing/shop/expect-invariants.server"
import { anAdmin } from "~/testing/shop/people.server"
import { openStripeTest } from "~/testing/shop/stripe-shop.server"
import { openTestShop } from "~/testing/shop/test-shop.server"
import { startCheckout } from "../hold/start-checkout.server"
import { openPayment } from "../payment/checkout-payment.server"
import { finishPayment } from "../settlement/finish-payment.server"
import { handleWebhookEvent } from "./handle-webhook-event.server"
import { reconcile } from "./reconcile.server"
import { syncRecentRefunds } from "./sync-refunds.server"

const here = openStripeTest(openTestShop, { timeout: 1_500 })

const orderOf = (intentId: string): Promise<Order> => findOrderOfIntent(here.shop, here.ada, intentId)
const agree = () => expectInvariants(here.shop, { shelved: { [here.tray]: 10 }, gateway: stripeState(here.stripe) })

async function openIntent(): Promise<string> {
  const checkout = await startCheckout(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }], null)
  return (await openPayment(here.shop, checkout, "intent")).id
}

/** An order of $135.00, paid with the returned intent */
async function bought(): Promise<string> {
  const id = await openIntent()
  here.stripe.cardholder.pay(id)
  await finishPayment(here.shop, id)
  return id
}

/** An administrator presses *Refund* in Stripe's dashboard. */
const refundAtStripe = (intentId: string, amount: number) =>
  here.stripe.account.createRefund({ payment_intent: intentId, amount: String(amount) })

const reportCharge = (intentId: string) => handleWebhookEvent(here.shop, { about: "refunds", intentId })

describe("a refund made in the gateway's dashboard", () => {
  test("in part is recorded when the gateway reports the charge, and counts once however often it is reported", async () => {
    const id = await bought()
    const refund = refundAtStripe(id, 500)
    await Promise.all([
      reportCharge(id),
      handleWebhookEvent(here.shop, { about: "refund", id: refund.id }),
      reportCharge(id),
      syncRecentRefunds(here.shop),
      reconcile(here.shop),
    ])
    const order = await orderOf(id)
    expect(order).toMatchObject({ refunded: 500, status: "Processing", payment: { status: "succeeded" } })
    expect(order.refunds).toMatchObject([
      { amount: 500, status: "succeeded", reason: "Refunded at the payment service" },
    ])
    refundAtStripe(id, 700)
    await reportCharge(id)
    expect((await orderOf(id)).refunded).toBe(1_200)
    const incidents = here.shop.db
      .selectFrom("payment_incidents")
      .select("resolved_at")
      .where("payment_intent_id", "=", id)
    expect(await incidents.execute()).toEqual([{ resolved_at: expect.any(Date) }])
    await agree()
  })

  test("in full is recorded after one reconciliation, without a report", async () => {
    const id = await bought()
    refundAtStripe(id, 13_500)
    await reconcile(here.shop)
    expect(await orderOf(id)).toMatchObject({ refunded: 13_500, payment: { status: "refunded" } })
    await agree()
  })

  test("in full counts once under five concurrent reports", async () => {
    const id = await bought()
    refundAtStripe(id, 13_500)
    await Promise.all(Array.from({ length: 5 }, () => reportCharge(id)))
    expect((await orderOf(id)).refunds).toHaveLength(1)
    const unread = here.shop.db.selectFrom("payment_incidents").select("id").where("resolved_at", "is", null)
    expect(await unread.where("payment_intent_id", "=", id).execute()).toEqual([])
    await agree()
  })

  test("is added to refunds of the shop", async () => {
    const id = await bought()
    const admin = await anAdmin(here.shop)
    const [{ id: orderId }] = [await orderOf(id)]
    refundAtStripe(id, 500)
    await Promise.all([
      refundOrder(here.shop, admin, orderId, { amount: 1_000 }),
      reportCharge(id),
      reconcile(here.shop),
    ])
    await reconcile(here.shop)
    expect((await orderOf(id)).refunded).toBe(1_500)
    expect(here.stripe.account.refundedOf(id)).toBe(1_500)
    await agree()
  })

  test("is pending until the gateway confirms it", async () => {
    const id = await bought()
    here.stripe.account.nextRefundStatus = "pending"
    const refund = refundAtStripe(id, 500)
    await reportCharge(id)
    expect((await orderOf(id)).refunds).toMatchObject([{ amount: 500, status: "requested" }])
    refund.status = "succeeded"
    await reconcile(here.shop)
    expect((await orderOf(id)).refunds).toMatchObject([{ amount: 500, status: "succeeded" }])
    await agree()
  })

  test("that precedes its order is recorded with the order", async () => {
    const id = await openIntent()
    here.stripe.cardholder.pay(id)
    refundAtStripe(id, 500)
    await reportCharge(id)
    expect((await orderOf(id)).refunded).toBe(500)
    await agree()
  })

  test("is found after days of downtime, however many others there were", async () => {
    await syncRecentRefunds(here.shop)
    const ids = [await bought(), await bought()]
    for (const id of ids) for (let cents = 0; cents < 60; cents++) refundAtStripe(id, 1)
    here.clock.advance({ days: 3 })
    await reconcile(here.shop)
    for (const id of ids) expect((await orderOf(id)).refunded).toBe(60)
    await agree()
  })

  /** A shop whose clock is a day ahead; the gateway's is right. */
  const dayAhead = () => ({ ...here.shop, now: () => new Date(here.clock.now().getTime() + DAY) })

  test.each([0, 2])("is found after the clock was once a day ahead, %i days later", async (days) => {
    const id = await bought()
    await syncRecentRefunds(dayAhead())
    await syncRecentRefunds(dayAhead())
    refundAtStripe(id, 500)
    await syncRecentRefunds(dayAhead())
    here.clock.advance({ days })
    await syncRecentRefunds(here.shop)
    expect((await orderOf(id)).refunded).toBe(500)
    refundAtStripe(id, 300)
    await syncRecentRefunds(here.shop)
    expect((await orderOf(id)).refunded).toBe(800)
    await agree()
  })

  test("is found even if the cursor lies in the future", async () => {
    const id = await bought()
    await syncRecentRefunds(here.shop)
    const seen_until = new Date(here.clock.now().getTime() + DAY)
    await here.shop.db.updateTable("gateway_cursors").set({ seen_until }).execute()
    refundAtStripe(id, 500)
    here.clock.advance({ hours: 2 })
    await syncRecentRefunds(here.shop)
    expect((await orderOf(id)).refunded).toBe(500)
    await agree()
  })

  test("is read again from the same cursor after the gateway failed", async () => {
    const id = await bought()
    refundAtStripe(id, 500)
    here.stripe.faults.plan(/GET \/v1\/refunds$/, 500, { times: 1 })
    expect((await reconcile(here.shop)).waiting).toHaveLength(1)
    here.clock.advance({ hours: 5 })
    await reconcile(here.shop)
    expect((await orderOf(id)).refunded).toBe(500)
    await agree()
  })

  test("is recorded even if another one cannot be", async () => {
    const [id, other] = [await bought(), await bought()]
    const bad = refundAtStripe(other, 400)
    refundAtStripe(id, 500)
    const { refundsSince } = here.shop.payments
    const payments: typeof here.shop.payments = {
      ...here.shop.payments,
      async refundsSince(moment) {
        const told = (await refundsSince(moment)).map((one) => (one.id === bad.id ? { ...one, amount: 0.5 } : one))
        return told.sort((one) => (one.id === bad.id ? -1 : 1))
      },
    }
    await syncRecentRefunds({ ...here.shop, payments })
    expect([(await orderOf(id)).refunded, (await orderOf(other)).refunded]).toEqual([500, 0])
    await syncRecentRefunds(here.shop)
    expect((await orderOf(other)).refunded).toBe(400)
    await agree()
  })

  test("that has arrived stays so, even if an earlier response is stored later", async () => {
    const id = await bought()
    here.stripe.account.nextRefundStatus = "pending"
    await refundOrder(here.shop, await anAdmin(here.shop), (await orderOf(id)).id, { amount: 500 })
    here.stripe.account.nextRefundStatus = "succeeded"
    const [refund] = here.stripe.account.refundsOf(id)
    const { findRefund } = here.shop.payments
    const payments: typeof here.shop.payments = {
      ...here.shop.payments,
      async findRefund(refundId) {
        const pending = await findRefund(refundId)
        if (refund) refund.status = "succeeded"
        await handleWebhookEvent(here.shop, { about: "refund", id: refundId })
        return pending
      },
    }
    await processAllRefunds({ ...here.shop, payments })
    expect((await orderOf(id)).refunds).toMatchObject([{ amount: 500, status: "succeeded" }])
    await agree()
  })

  test("of a payment without an order is not repeated by the shop", async () => {
    const id = await openIntent()
    here.stripe.cardholder.pay(id)
    refundAtStripe(id, 13_500)
    here.clock.advance({ minutes: 16 })
    const { id: checkout } = await here.shop.db
      .selectFrom("checkouts")
      .select("id")
      .where("user_id", "=", here.ada.id)
      .executeTakeFirstOrThrow()
    await here.shop.db
      .insertInto("stock_ledger")
      .values({ variant_id: here.tray, change: 2, reason: "release", checkout_id: checkout })
      .execute()
    await here.shop.db.updateTable("checkouts").set({ status: "released" }).where("id", "=", checkout).execute()
    await moveStock(here.shop, here.tray, -10)
    await finishPayment(here.shop, id)
    await reportCharge(id)
    const refunds = here.shop.db.selectFrom("refunds").select("status").where("payment_intent_id", "=", id)
    expect(await refunds.execute()).toEqual([{ status: "succeeded" }])
    await expectInvariants(here.shop, { shelved: { [here.tray]: 0 }, gateway: stripeState(here.stripe) })
  })
})
