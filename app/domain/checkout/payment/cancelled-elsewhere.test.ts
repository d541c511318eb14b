import { describe, expect, test } from "vitest"
import { expectInvariants, stripeState } from "~/testing/shop/expect-invariants.server"
import { openStripeTest } from "~/testing/shop/stripe-shop.server"
import { openTestShop } from "~/testing/shop/test-shop.server"
import { startCheckout } from "../hold/start-checkout.server"
import { handleWebhookEvent } from "../reconciliation/handle-webhook-event.server"
import { reconcile } from "../reconciliation/reconcile.server"
import { openPayment } from "./checkout-payment.server"

const here = openStripeTest(openTestShop, { timeout: 1_500 })

const agree = () => expectInvariants(here.shop, { shelved: { [here.tray]: 10 }, gateway: stripeState(here.stripe) })

async function openIntent(): Promise<string> {
  const checkout = await startCheckout(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }], null)
  return (await openPayment(here.shop, checkout, "intent")).id
}

describe("a payment that was cancelled in the gateway's dashboard", () => {
  const stock = async () =>
    (await here.shop.db.selectFrom("products").select("stock").where("id", "=", here.tray).executeTakeFirstOrThrow())
      .stock

  test("returns its units when the gateway reports it", async () => {
    const id = await openIntent()
    expect(await stock()).toBe(8)
    here.stripe.account.cancelIntent(id)
    await Promise.all([1, 2, 3].map(() => handleWebhookEvent(here.shop, { about: "payment", id })))
    expect(await stock()).toBe(10)
    await agree()
  })

  test("returns its units after one reconciliation", async () => {
    const id = await openIntent()
    here.stripe.account.cancelIntent(id)
    await reconcile(here.shop)
    expect(await stock()).toBe(10)
    await agree()
  })

  test("returns its units if it was a hosted page", async () => {
    const checkout = await startCheckout(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }], null)
    const page = await openPayment(here.shop, checkout, "hosted")
    here.stripe.account.expireSession(page.id)
    await handleWebhookEvent(here.shop, { about: "payment", id: page.id })
    expect(await stock()).toBe(10)
    await agree()
  })

  test("returns its units, even after the shop failed to cancel it", async () => {
    const checkout = await startCheckout(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }], null)
    const intent = await openPayment(here.shop, checkout, "intent")
    here.stripe.faults.plan(/\/cancel$/, 500)
    await expect(openPayment(here.shop, checkout, "hosted")).rejects.toMatchObject({ kind: "unavailable" })
    here.stripe.faults.end()
    here.clock.advance({ minutes: 2 })
    here.stripe.account.cancelIntent(intent.id)
    await handleWebhookEvent(here.shop, { about: "payment", id: intent.id })
    expect(await stock()).toBe(10)
    await agree()
  })

  test("keeps its units when the shop itself cancelled it to open another one", async () => {
    const checkout = await startCheckout(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }], null)
    const intent = await openPayment(here.shop, checkout, "intent")
    here.stripe.faults.delay(/\/cancel$/, 150)
    const [page] = await Promise.all([
      openPayment(here.shop, checkout, "hosted"),
      ...[0, 160, 200, 300].map(async (wait) => {
        await new Promise((resolve) => setTimeout(resolve, wait))
        await handleWebhookEvent(here.shop, { about: "payment", id: intent.id })
      }),
    ])
    expect(await stock()).toBe(8)
    here.stripe.cardholder.payOnPage(page.id)
    await reconcile(here.shop)
    expect(await stock()).toBe(8)
    await agree()
  })
})
