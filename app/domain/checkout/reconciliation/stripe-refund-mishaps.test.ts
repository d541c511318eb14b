import { describe, expect, test } from "vitest"
import { DAY } from "~/domain/durations"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { processAllRefunds, processDueRefunds } from "~/domain/refunds/process-due-refunds.server"
import { retryRefund } from "~/domain/refunds/retry-refund.server"
import { moveStock } from "~/testing/shop/buyers.server"
import { expectInvariants, stripeState } from "~/testing/shop/expect-invariants.server"
import { anAdmin } from "~/testing/shop/people.server"
import { openStripeTest } from "~/testing/shop/stripe-shop.server"
import { openTestShop } from "~/testing/shop/test-shop.server"
import type { Checkout } from "../checkout"
import { startCheckout } from "../hold/start-checkout.server"
import { openPayment } from "../payment/checkout-payment.server"
import { finishPayment } from "../settlement/finish-payment.server"
import { handleWebhookEvent } from "./handle-webhook-event.server"
import { reconcile } from "./reconcile.server"

const here = openStripeTest(openTestShop, { timeout: 1_500 })

const REFUND = /POST \/v1\/refunds$/

async function confirmed(quantity = 2): Promise<Checkout> {
  return startCheckout(here.shop, here.ada, [{ variantId: here.tray, quantity }], null)
}

const agree = (units = 10) =>
  expectInvariants(here.shop, { shelved: { [here.tray]: units }, gateway: stripeState(here.stripe) })

describe("a refund that the shop owes", () => {
  /** The order was paid but sold out in the meantime. */
  async function owed() {
    const checkout = await confirmed()
    const { id } = await openPayment(here.shop, checkout, "intent")
    await here.shop.db
      .insertInto("stock_ledger")
      .values({ variant_id: here.tray, change: 2, reason: "release", checkout_id: checkout.id })
      .execute()
    await here.shop.db.updateTable("checkouts").set({ status: "released" }).where("id", "=", checkout.id).execute()
    await moveStock(here.shop, here.tray, -9)
    here.stripe.cardholder.pay(id)
    return id
  }

  test.each([429, 500, "reset", "silence"] as const)("is made once despite errors of Stripe (%s)", async (mishap) => {
    const id = await owed()
    here.stripe.faults.plan(REFUND, mishap, { times: 9, afterwards: true })
    expect(await finishPayment(here.shop, id)).toMatchObject({
      kind: "refunded",
      rejection: { reason: "out-of-stock" },
    })
    here.stripe.faults.end()
    await reconcile(here.shop)
    expect(here.stripe.account.refundedOf(id)).toBe(13_500)
    expect(here.stripe.account.refundsOf(id)).toHaveLength(1)
    await agree(1)
  })

  test("is retried until Stripe accepts it", async () => {
    const id = await owed()
    here.stripe.faults.plan(REFUND, 500, { times: 2 })
    await finishPayment(here.shop, id)
    expect((await reconcile(here.shop)).waiting).toHaveLength(1)
    await agree(1)
  })

  test("is retried within the hour after the clock was once a day ahead", async () => {
    const id = await owed()
    here.stripe.faults.plan(REFUND, 500, { times: 2 })
    await finishPayment(here.shop, id)
    await processDueRefunds({ ...here.shop, now: () => new Date(here.clock.now().getTime() + DAY) })
    here.stripe.faults.end()
    expect(here.stripe.account.refundedOf(id)).toBe(0)
    await processDueRefunds(here.shop)
    expect(here.stripe.account.refundedOf(id)).toBe(13_500)
    await agree(1)
  })

  test("is pending until Stripe confirms it", async () => {
    const id = await owed()
    here.stripe.account.nextRefundStatus = "pending"
    await finishPayment(here.shop, id)
    expect((await reconcile(here.shop)).waiting).toHaveLength(1)
    const [refund] = here.stripe.account.refundsOf(id)
    if (refund) refund.status = "succeeded"
    await handleWebhookEvent(here.shop, { about: "refund", id: refund?.id ?? "" })
    await agree(1)
  })

  test("and failed needs an administrator", async () => {
    const id = await owed()
    here.stripe.account.nextRefundStatus = "pending"
    await finishPayment(here.shop, id)
    const [refund] = here.stripe.account.refundsOf(id)
    if (refund) Object.assign(refund, { status: "failed", failure_reason: "expired_or_canceled_card" })
    await handleWebhookEvent(here.shop, { about: "refund", id: refund?.id ?? "" })
    const query = here.shop.db.selectFrom("payment_incidents").select("resolved_at").where("payment_intent_id", "=", id)
    expect(await query.where("kind", "=", "refund-failed").execute()).toEqual([{ resolved_at: null }])
    if (refund) refund.status = "succeeded"
    await handleWebhookEvent(here.shop, { about: "refund", id: refund?.id ?? "" })
    await agree(1)
  })

  test("that was also made by hand stays a single one", async () => {
    const id = await owed()
    here.stripe.faults.plan(REFUND, 500, { times: 9 })
    await finishPayment(here.shop, id)
    here.stripe.faults.end()
    const { refund } = here.shop.payments
    const payments: typeof here.shop.payments = {
      ...here.shop.payments,
      async refund(request) {
        const byHand = here.stripe.account.createRefund({ payment_intent: id, amount: "13500" })
        await handleWebhookEvent(here.shop, { about: "refund", id: byHand.id })
        return refund(request)
      },
    }
    await processAllRefunds({ ...here.shop, payments })
    const refunds = here.shop.db.selectFrom("refunds").select("status").where("payment_intent_id", "=", id)
    expect(await refunds.execute()).toEqual([{ status: "succeeded" }])
    const incidents = here.shop.db.selectFrom("payment_incidents").select("kind").where("payment_intent_id", "=", id)
    expect(await incidents.where("resolved_at", "is", null).execute()).toEqual([])
    await agree(1)
  })

  test("can be requested again after it failed, and is made once", async () => {
    const id = await owed()
    const admin = await anAdmin(here.shop)
    here.stripe.account.nextRefundStatus = "failed"
    await finishPayment(here.shop, id)
    const { id: incident } = await here.shop.db
      .selectFrom("payment_incidents")
      .select("id")
      .where("payment_intent_id", "=", id)
      .where("kind", "=", "refund-failed")
      .executeTakeFirstOrThrow()
    await expect(retryRefund(here.shop, admin, incident)).rejects.toThrow(/refused to refund \$135\.00 again/)
    here.stripe.account.nextRefundStatus = "succeeded"
    const presses = await Promise.allSettled([1, 2, 3].map(() => retryRefund(here.shop, admin, incident)))
    expect(presses.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    const [failed, second, third, ...more] = here.stripe.account.refundsOf(id)
    expect([failed?.status, second?.status, third?.status, more]).toEqual(["failed", "failed", "succeeded", []])
    await handleWebhookEvent(here.shop, { about: "refund", id: failed?.id ?? "" })
    await agree(1)
  })
})

test("a refund whose result was lost is made once, even after Stripe has deleted its key", async () => {
  const { id } = await openPayment(here.shop, await confirmed(), "intent")
  here.stripe.cardholder.pay(id)
  await finishPayment(here.shop, id)
  const order = here.shop.db.selectFrom("orders").select("id").where("payment_intent_id", "=", id)
  const { id: orderId } = await order.executeTakeFirstOrThrow()
  here.stripe.faults.plan(REFUND, "reset", { times: 9, afterwards: true })
  await refundOrder(here.shop, await anAdmin(here.shop), orderId, { amount: 500, reason: "A scratch" })
  here.stripe.faults.end()
  here.stripe.keys.forgetAll()
  await processDueRefunds(here.shop)
  expect(here.stripe.account.refundedOf(id)).toBe(500)
  await agree()
})

test("refunds and disputes at Stripe itself reach the order and the administrators", async () => {
  const checkout = await confirmed()
  const { id } = await openPayment(here.shop, checkout, "intent")
  here.stripe.cardholder.pay(id)
  await finishPayment(here.shop, id)
  const refund = here.stripe.account.createRefund({ payment_intent: id, amount: "500" })
  for (let twice = 0; twice < 2; twice++) {
    await handleWebhookEvent(here.shop, { about: "refund", id: refund.id })
    await handleWebhookEvent(here.shop, {
      about: "dispute",
      id: "dp_1",
      intentId: id,
      reason: "fraudulent",
      outcome: "open",
    })
  }
  const order = here.shop.db.selectFrom("orders").select("refunded_amount").where("payment_intent_id", "=", id)
  expect(await order.execute()).toEqual([{ refunded_amount: 500 }])
  const incidents = here.shop.db.selectFrom("payment_incidents").select("kind").where("payment_intent_id", "=", id)
  expect((await incidents.orderBy("kind").execute()).map(({ kind }) => kind)).toEqual([
    "disputed",
    "refunded-elsewhere",
  ])
  await agree()
})

test("a dispute that arrives before its payment is known finishes the payment, and needs attention", async () => {
  const { id } = await openPayment(here.shop, await confirmed(), "intent")
  here.stripe.cardholder.pay(id)
  await handleWebhookEvent(here.shop, {
    about: "dispute",
    id: "dp_1",
    intentId: id,
    reason: "fraudulent",
    outcome: "open",
  })
  const incidents = here.shop.db.selectFrom("payment_incidents").select(["kind", "order_id"])
  expect(await incidents.where("payment_intent_id", "=", id).execute()).toEqual([
    { kind: "disputed", order_id: expect.any(String) },
  ])
  await agree()
})

test("an unshipped order refunded in full at Stripe is cancelled, and its units are back in stock", async () => {
  const checkout = await confirmed()
  const { id, amount } = await openPayment(here.shop, checkout, "intent")
  here.stripe.cardholder.pay(id)
  await finishPayment(here.shop, id)
  const refund = here.stripe.account.createRefund({ payment_intent: id, amount: String(amount) })
  await Promise.all([1, 2].map(() => handleWebhookEvent(here.shop, { about: "refund", id: refund.id })))
  const order = await here.shop.db
    .selectFrom("orders")
    .selectAll()
    .where("payment_intent_id", "=", id)
    .executeTakeFirst()
  expect(order).toMatchObject({ status: "Cancelled", payment_status: "refunded" })
  const lines = await here.shop.db
    .selectFrom("order_lines")
    .selectAll()
    .where("order_id", "=", order?.id ?? "")
    .execute()
  expect(lines.every((line) => line.returned_quantity === line.quantity)).toBe(true)
  const mails = here.shop.db
    .selectFrom("mails")
    .select("id")
    .where("dedupe_key", "like", `order-cancelled-${order?.id}%`)
  expect(await mails.execute()).toHaveLength(1)
  await agree()
})

test("a refund at Stripe that exceeds the order's total needs attention, whatever came before it", async () => {
  const checkout = await confirmed()
  const { id, amount } = await openPayment(here.shop, checkout, "intent")
  here.stripe.cardholder.pay(id)
  await finishPayment(here.shop, id)
  const incident = here.shop.db
    .selectFrom("payment_incidents")
    .select("resolved_at")
    .where("payment_intent_id", "=", id)
  const first = here.stripe.account.createRefund({ payment_intent: id, amount: "500" })
  await handleWebhookEvent(here.shop, { about: "refund", id: first.id })
  expect(await incident.execute()).toEqual([{ resolved_at: expect.any(Date) }])
  const second = here.stripe.account.createRefund({ payment_intent: id, amount: "500" })
  await here.shop.db
    .updateTable("orders")
    .set({ refunded_amount: amount })
    .where("payment_intent_id", "=", id)
    .execute()
  for (let twice = 0; twice < 2; twice++) await handleWebhookEvent(here.shop, { about: "refund", id: second.id })
  expect(await incident.execute()).toEqual([{ resolved_at: null }])
  const orders = here.shop.db.selectFrom("orders").select("id").where("payment_intent_id", "=", id)
  const audited = here.shop.db.selectFrom("audit_log").select("id").where("action", "=", "refund.made-elsewhere")
  expect(await audited.where("subject_id", "in", orders).execute()).toHaveLength(1)
  await handleWebhookEvent(here.shop, { about: "refund", id: first.id })
  expect(await incident.execute()).toEqual([{ resolved_at: null }])
})
