import { describe, expect, test } from "vitest"
import { stockOf } from "~/testing/shop/buyers.server"
import { findCheckout } from "../checkouts.server"
import { openOwnPayment, openPayment, releaseCheckout } from "../payment/checkout-payment.server"
import { reconcile } from "../reconciliation/reconcile.server"
import { CREATE, openStripeCheckoutTest } from "../testing/stripe-checkout.server"

const here = openStripeCheckoutTest()

const END = /\/(cancel|expire)$/

describe("an abandoned hold", () => {
  test("is released after its intent is cancelled", async () => {
    const checkout = await here.confirmed()
    const { id } = await openPayment(here.shop, checkout, "intent")
    here.clock.advance({ minutes: 16 })
    await reconcile(here.shop)
    expect(here.stripe.account.intent(id).status).toBe("canceled")
    expect(await stockOf(here.shop, here.tray)).toBe(10)
    await here.agree()
  })

  test("is released after its hosted page is closed", async () => {
    const checkout = await here.confirmed()
    const { id } = await openPayment(here.shop, checkout, "hosted")
    here.clock.advance({ minutes: 16 })
    await reconcile(here.shop)
    expect(here.stripe.account.session(id).status).toBe("expired")
    await here.agree()
  })

  test.each(["intent", "hosted"] as const)("that was paid at the last moment becomes an order (%s)", async (kind) => {
    const checkout = await here.confirmed()
    const { id } = await openPayment(here.shop, checkout, kind)
    here.clock.advance({ minutes: 16 })
    if (kind === "intent") here.stripe.cardholder.pay(id)
    else here.stripe.cardholder.payOnPage(id)
    await reconcile(here.shop)
    expect((await findCheckout(here.shop, checkout.id)).status).toBe("completed")
    await here.agree()
  })

  test("stays as long as Stripe is unavailable, and is released afterwards", async () => {
    const checkout = await here.confirmed()
    await openPayment(here.shop, checkout, "intent")
    here.clock.advance({ minutes: 16 })
    here.stripe.faults.plan(END, 500, { times: 9 })
    expect((await reconcile(here.shop)).waiting).toHaveLength(1)
    expect(await stockOf(here.shop, here.tray)).toBe(8)
    here.stripe.faults.end()
    expect((await reconcile(here.shop)).waiting).toEqual([])
    expect(await stockOf(here.shop, here.tray)).toBe(10)
    await here.agree()
  })

  test("whose intent Stripe is processing is not released, and is reported after an hour", async () => {
    const checkout = await here.confirmed()
    const { id } = await openPayment(here.shop, checkout, "intent")
    here.stripe.account.intent(id).status = "processing"
    here.clock.advance({ minutes: 80 })
    expect((await reconcile(here.shop)).waiting).toHaveLength(1)
    expect(await stockOf(here.shop, here.tray)).toBe(8)
    const incidents = () =>
      here.shop.db
        .selectFrom("payment_incidents")
        .select(["kind", "resolved_at"])
        .where("user_id", "=", here.ada.id)
        .execute()
    expect(await incidents()).toEqual([{ kind: "payment-stuck", resolved_at: null }])
    here.stripe.account.intent(id).status = "succeeded"
    here.stripe.account.intent(id).amount_received = 13_500
    await here.agree()
    expect((await incidents()).every((incident) => incident.resolved_at)).toBe(true)
  })

  test("whose intent Stripe cancelled after an hour is released, without an incident", async () => {
    const { id } = await openPayment(here.shop, await here.confirmed(), "intent")
    here.stripe.account.intent(id).status = "processing"
    here.clock.advance({ minutes: 80 })
    await reconcile(here.shop)
    here.stripe.account.intent(id).status = "canceled"
    await reconcile(here.shop)
    expect(await stockOf(here.shop, here.tray)).toBe(10)
    const incidents = here.shop.db.selectFrom("payment_incidents").select(["kind", "resolved_at"])
    expect(await incidents.where("user_id", "=", here.ada.id).execute()).toEqual([
      { kind: "payment-stuck", resolved_at: expect.any(Date) },
    ])
    await here.agree()
  })

  test("whose intent was stored without a response is still cancelled", async () => {
    const checkout = await here.confirmed()
    here.stripe.faults.plan(CREATE, "reset", { times: 9, afterwards: true })
    await openOwnPayment(here.shop, here.ada, "intent").catch(() => {})
    here.stripe.faults.end()
    here.clock.advance({ minutes: 16 })
    await reconcile(here.shop)
    expect(here.intentsOf(checkout).map(({ status }) => status)).toEqual(["canceled"])
    await here.agree()
  })

  test("is released whatever errors Stripe returns for the cancellation", async () => {
    for (const mishap of [429, 500, "reset", "silence"] as const) {
      const checkout = await here.confirmed(1)
      await openPayment(here.shop, checkout, "intent")
      here.stripe.faults.plan(END, mishap, { times: 3, afterwards: true })
      await releaseCheckout(here.shop, await findCheckout(here.shop, checkout.id)).catch(() => {})
      here.stripe.faults.end()
      expect(await releaseCheckout(here.shop, await findCheckout(here.shop, checkout.id))).toBe("released")
    }
    await here.agree()
  })
})
