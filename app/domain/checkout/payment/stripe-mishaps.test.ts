import { describe, expect, test } from "vitest"
import { newObjectId } from "~/domain/object-id.server"
import { countOrders } from "~/testing/shop/buyers.server"
import { startCheckout } from "../hold/start-checkout.server"
import { handleWebhookEvent } from "../reconciliation/handle-webhook-event.server"
import { reconcile } from "../reconciliation/reconcile.server"
import { finishPayment } from "../settlement/finish-payment.server"
import { CREATE, openStripeCheckoutTest } from "../testing/stripe-checkout.server"
import { findPaymentStep, openOwnPayment, openPayment } from "./checkout-payment.server"

const here = openStripeCheckoutTest()

test("the captured part of a partially captured payment is refunded", async () => {
  const { id } = await openPayment(here.shop, await here.confirmed(), "intent")
  here.stripe.cardholder.pay(id)
  here.stripe.account.intent(id).amount_received = 5_000
  const rejected = { kind: "refunded", rejection: { reason: "amount-mismatch" } }
  expect(await finishPayment(here.shop, id)).toMatchObject(rejected)
  expect(here.stripe.account.refundsOf(id)).toMatchObject([{ amount: 5_000, status: "succeeded" }])
  here.stripe.account.intents.delete(id)
})

describe("one payment for one checkout", () => {
  test("opening the page repeatedly creates one intent", async () => {
    const checkout = await here.confirmed()
    await Promise.all([1, 2, 3, 4].map(() => openOwnPayment(here.shop, here.ada, "intent")))
    expect(here.intentsOf(checkout)).toHaveLength(1)
  })

  test("going to the hosted page cancels the intent first, and coming back expires the page", async () => {
    const checkout = await here.confirmed()
    const intent = await openPayment(here.shop, checkout, "intent")
    const page = await openPayment(here.shop, checkout, "hosted")
    expect(() => here.stripe.cardholder.pay(intent.id)).toThrow("canceled")
    const again = await openPayment(here.shop, checkout, "intent")
    expect(() => here.stripe.cardholder.payOnPage(page.id)).toThrow("over")
    here.stripe.cardholder.pay(again.id)
    expect(await finishPayment(here.shop, again.id)).toMatchObject({ kind: "ordered" })
    await here.agree()
  })

  test("the hosted page charges the discounted total, even if it is not divisible by the units", async () => {
    const discount = { id: newObjectId(here.shop.now()), name: "Spring", code: "SPRING", kind: "amount" as const }
    await here.shop.db
      .insertInto("discounts")
      .values({ ...discount, amount: 1_001 })
      .execute()
    const cart = [{ variantId: here.tray, quantity: 3 }]
    const checkout = await startCheckout(here.shop, here.ada, cart, null, null, "SPRING")
    expect(checkout.totals).toMatchObject({ subTotal: 15_000, discount: 1_001 })
    const page = await openPayment(here.shop, checkout, "hosted")
    expect(page.amount).toBe(checkout.totals.total)
    here.stripe.cardholder.payOnPage(page.id)
    expect(await finishPayment(here.shop, page.id)).toMatchObject({ kind: "ordered" })
    await here.agree()
  })

  test("a payment on the hosted page becomes an order by the page's own intent", async () => {
    const checkout = await here.confirmed()
    const page = await openPayment(here.shop, checkout, "hosted")
    const { payment_intent: intentId } = here.stripe.cardholder.payOnPage(page.id)
    const outcomes = await Promise.all([
      finishPayment(here.shop, page.id),
      finishPayment(here.shop, intentId ?? ""),
      handleWebhookEvent(here.shop, { about: "payment", id: page.id }),
    ])
    expect(outcomes[0]).toEqual(outcomes[1])
    const orders = here.shop.db.selectFrom("orders").select("payment_intent_id").where("user_id", "=", here.ada.id)
    expect(await orders.execute()).toEqual([{ payment_intent_id: intentId }])
    await here.agree()
  })

  test("paying in one tab while another opens the hosted page pays once", async () => {
    for (let round = 0; round < 5; round++) {
      const checkout = await here.confirmed(1)
      const intent = await openPayment(here.shop, checkout, "intent")
      await Promise.allSettled([
        openPayment(here.shop, checkout, "hosted"),
        new Promise((resolve) => setTimeout(resolve, Math.random() * 20)).then(() =>
          here.stripe.cardholder.pay(intent.id),
        ),
      ])
      await reconcile(here.shop)
      expect(here.intentsOf(checkout).filter(({ status }) => status === "succeeded").length).toBeLessThan(2)
    }
    here.clock.advance({ minutes: 16 })
    await here.agree()
  })

  test("two payments of one checkout, should they occur, become one order and one refund", async () => {
    const checkout = await here.confirmed()
    const intent = await openPayment(here.shop, checkout, "intent")
    const forced = { ...here.stripe.account.intent(intent.id), id: "pi_forced", client_secret: "forced" }
    here.stripe.account.intents.set(forced.id, forced)
    here.stripe.cardholder.pay(intent.id)
    here.stripe.cardholder.pay(forced.id)
    const told = [intent.id, forced.id, forced.id, intent.id].map((id) => finishPayment(here.shop, id))
    expect((await Promise.all(told)).map(({ kind }) => kind).sort()).toEqual([
      "ordered",
      "ordered",
      "refunded",
      "refunded",
    ])
    expect(await countOrders(here.shop, here.ada)).toBe(1)
    await here.agree()
  })
})

describe("opening a payment", () => {
  test("with lost responses opens one intent, which the shopper pays at the next attempt", async () => {
    const checkout = await here.confirmed()
    here.stripe.faults.plan(CREATE, "reset", { times: 9, afterwards: true })
    await expect(openOwnPayment(here.shop, here.ada, "intent")).rejects.toMatchObject({ kind: "unavailable" })
    here.stripe.faults.end()
    const started = await openOwnPayment(here.shop, here.ada, "intent")
    expect(here.intentsOf(checkout)).toHaveLength(1)
    if (started.kind === "open") here.stripe.cardholder.pay(started.payment.id)
    await here.agree()
    expect(await countOrders(here.shop, here.ada)).toBe(1)
  })

  test.each([402, 429, 500] as const)("can be tried again after Stripe's error %i", async (mishap) => {
    await here.confirmed()
    here.stripe.faults.plan(CREATE, mishap, { times: 3 })
    await expect(openOwnPayment(here.shop, here.ada, "intent")).rejects.toThrow()
    here.stripe.faults.end()
    const started = await openOwnPayment(here.shop, here.ada, "intent")
    if (started.kind === "open") here.stripe.cardholder.pay(started.payment.id)
    await here.agree()
    expect(await countOrders(here.shop, here.ada)).toBe(1)
  })

  test("holds no database connection while it waits for Stripe", async () => {
    await here.confirmed()
    here.stripe.faults.plan(CREATE, "silence")
    const silent = openOwnPayment(here.shop, here.ada, "intent").catch((error) => error)
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(here.pool.totalCount - here.pool.idleCount).toBe(0)
    expect(await silent).toMatchObject({ kind: "unavailable" })
  })

  test("is not needed to view the page", async () => {
    await here.confirmed()
    const started = await openOwnPayment(here.shop, here.ada, "intent")
    here.stripe.faults.plan(/./, 500, { times: 9 })
    expect(await findPaymentStep(here.shop, here.ada)).toMatchObject({ kind: "open", payment: null })
    here.stripe.faults.end()
    expect(await findPaymentStep(here.shop, here.ada)).toMatchObject({
      payment: { id: started.kind === "open" && started.payment.id },
    })
  })
})
