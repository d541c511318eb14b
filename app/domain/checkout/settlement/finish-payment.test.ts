import { expect, test } from "vitest"
import { readSavedCart } from "~/domain/cart/saved-cart.server"
import type { GatewayPayment } from "~/domain/payments/gateway"
import { listRefundedPayments } from "~/domain/refunds/refund-lists.server"
import { addBuyer, addProduct, countOrders, fillCart, goodCard, moveStock, stockOf } from "~/testing/shop/buyers.server"
import { openCheckoutTest } from "~/testing/shop/checkout-test.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { findCheckout } from "../checkouts.server"
import { startCheckout } from "../hold/start-checkout.server"
import { findPaymentStep, openPayment, payWithCard, releaseCheckout } from "../payment/checkout-payment.server"
import { reconcile } from "../reconciliation/reconcile.server"
import { finishOwnPayment, finishPayment } from "./finish-payment.server"

const here = openCheckoutTest()

/** A checkout whose payment is open but not paid yet */
async function openCheckout(quantity = 2) {
  const cart = await fillCart(here.shop, here.ada, [{ variantId: here.tray, quantity }])
  const checkout = await startCheckout(here.shop, here.ada, cart, null)
  return { checkout, payment: await openPayment(here.shop, checkout, "intent") }
}

/** A checkout paid at the gateway, unknown to the shop */
async function payAtGateway({ id }: GatewayPayment) {
  await here.shop.payments.terminal?.confirm(id, goodCard)
}

const mails = (kind: string) =>
  here.shop.db
    .selectFrom("mails")
    .select("text_body")
    .where("kind", "=", kind)
    .where("recipient", "=", here.ada.email)
    .execute()

test("concurrent reports of a payment write one order and send one confirmation", async () => {
  const { checkout, payment } = await openCheckout()
  await payAtGateway(payment)
  const told = [
    ...Array.from({ length: 8 }, () => finishPayment(here.shop, payment.id)),
    ...Array.from({ length: 4 }, () => finishOwnPayment(here.shop, here.ada, payment.id)),
    ...Array.from({ length: 4 }, () => payWithCard(here.shop, here.ada, goodCard, checkout.id)),
  ]
  const [outcomes] = await Promise.all([Promise.all(told), reconcile(here.shop), reconcile(here.shop)])
  expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
  expect(outcomes[0]).toMatchObject({ kind: "ordered" })
  expect(await countOrders(here.shop, here.ada)).toBe(1)
  expect(await mails("order-confirmed")).toHaveLength(1)
  await expectInvariants(here.shop, { shelved: { [here.tray]: 10 } })
})

test("paid units leave the cart, and units added since stay", async () => {
  const { checkout } = await openCheckout(2)
  const mug = await addProduct(here.shop, { name: "Mug" })
  await fillCart(here.shop, here.ada, [
    { variantId: here.tray, quantity: 5 },
    { variantId: mug, quantity: 1 },
  ])
  await payWithCard(here.shop, here.ada, goodCard, checkout.id)
  expect(await readSavedCart(here.shop, here.ada.id)).toEqual([
    { variantId: here.tray, quantity: 3 },
    { variantId: mug, quantity: 1 },
  ])
})

test("pressing the button twice charges once", async () => {
  const { checkout } = await openCheckout()
  const outcomes = await Promise.all([1, 2, 3].map(() => payWithCard(here.shop, here.ada, goodCard, checkout.id)))
  expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
  await expectInvariants(here.shop, { shelved: { [here.tray]: 10 } })
})

test("after a decline the same payment can be made with another card", async () => {
  const { checkout, payment } = await openCheckout()
  const declined = payWithCard(here.shop, here.ada, { ...goodCard, number: "4000000000009995" }, checkout.id)
  await expect(declined).rejects.toMatchObject({ kind: "payment", message: "Your card has insufficient funds." })
  expect(await payWithCard(here.shop, here.ada, goodCard, checkout.id)).toMatchObject({ kind: "ordered" })
  const payments = await here.shop.db
    .selectFrom("payments")
    .select("gateway_id")
    .where("user_id", "=", here.ada.id)
    .execute()
  expect(payments).toEqual([{ gateway_id: payment.id }])
})

test("a concurrent payment and end of its hold give an order or a released hold, never both", async () => {
  for (let round = 0; round < 6; round++) {
    const { checkout, payment } = await openCheckout(1)
    const [, release] = await Promise.allSettled([
      payAtGateway(payment).then(() => finishPayment(here.shop, payment.id)),
      releaseCheckout(here.shop, { ...checkout, payment: payment.record }),
    ])
    const { status } = await findCheckout(here.shop, checkout.id)
    expect(release).toMatchObject({ value: status === "completed" ? "paid" : "released" })
    await expectInvariants(here.shop, { shelved: { [here.tray]: 10 } })
  }
})

test("released units are taken again when the payment succeeds later", async () => {
  const { checkout, payment } = await openCheckout()
  await returnUnits(checkout.id)
  await payAtGateway(payment)
  expect(await finishPayment(here.shop, payment.id)).toMatchObject({ kind: "ordered" })
  expect(await stockOf(here.shop, here.tray)).toBe(8)
  await expectInvariants(here.shop, { shelved: { [here.tray]: 10 } })
})

test("a paid order that is sold out is refunded and the shopper is notified", async () => {
  const { checkout, payment } = await openCheckout()
  await returnUnits(checkout.id)
  await moveStock(here.shop, here.tray, -9)
  await payAtGateway(payment)
  const outcomes = await Promise.all([1, 2, 3].map(() => finishPayment(here.shop, payment.id)))
  const rejection = { reason: "out-of-stock", soldOut: ["Walnut tray"], discontinued: [] }
  const words = "Walnut tray sold out before the payment arrived"
  for (const outcome of outcomes) expect(outcome).toEqual({ kind: "refunded", rejection })
  expect(await countOrders(here.shop, here.ada)).toBe(0)
  const [mail, ...more] = await mails("payment-refunded")
  expect(mail).toMatchObject({ text_body: expect.stringContaining("$135.00") })
  expect(mail?.text_body.replace(/\s+/g, " ")).toContain(words)
  expect(await listRefundedPayments(here.shop, here.ada)).toMatchObject([{ reason: words }])
  expect(more).toEqual([])
  const incidents = await here.shop.db
    .selectFrom("payment_incidents")
    .selectAll()
    .where("user_id", "=", here.ada.id)
    .execute()
  expect(incidents).toMatchObject([{ kind: "paid-without-order", resolved_at: expect.any(Date) }])
  await expectInvariants(here.shop, { shelved: { [here.tray]: 1 } })
})

test("an intent with a manipulated amount becomes no order", async () => {
  const { payment } = await openCheckout()
  await here.shop.db.updateTable("sandbox_intents").set({ amount: 50 }).where("id", "=", payment.id).execute()
  await payAtGateway(payment)
  expect(await finishPayment(here.shop, payment.id)).toMatchObject({
    kind: "refunded",
    rejection: { reason: "amount-mismatch" },
  })
  expect(await stockOf(here.shop, here.tray)).toBe(10)
  await expectInvariants(here.shop, { shelved: { [here.tray]: 10 } })
})

test("a second payment of the same checkout is refunded", async () => {
  const { checkout, payment } = await openCheckout()
  await here.shop.db
    .updateTable("payments")
    .set({ status: "cancelled", closed_at: here.shop.now() })
    .where("gateway_id", "=", payment.id)
    .execute()
  const second = await openPayment(here.shop, checkout, "intent")
  await Promise.all([payAtGateway(payment), payAtGateway(second)])
  const outcomes = await Promise.all([finishPayment(here.shop, payment.id), finishPayment(here.shop, second.id)])
  expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(["ordered", "refunded"])
  expect(await countOrders(here.shop, here.ada)).toBe(1)
  await expectInvariants(here.shop, { shelved: { [here.tray]: 10 } })
})

test("a shopper cannot finish someone else's payment", async () => {
  const { payment } = await openCheckout()
  await payAtGateway(payment)
  const mallory = await addBuyer(here.shop)
  await expect(finishOwnPayment(here.shop, mallory, payment.id)).rejects.toMatchObject({ kind: "invalid" })
  await expect(findPaymentStep(here.shop, mallory)).rejects.toMatchObject({ field: "checkout" })
})

test("payments of other shops are ignored", async () => {
  await here.shop.db
    .insertInto("sandbox_intents")
    .values({
      id: "pi_foreign",
      idempotency_key: "foreign",
      client_secret: "foreign",
      amount: 5_000,
      currency: "usd",
      status: "succeeded",
      metadata: JSON.stringify({ paymentId: "0".repeat(24), checkoutId: "no id at all", userId: "x" }),
    })
    .execute()
  expect(await finishPayment(here.shop, "pi_foreign")).toEqual({ kind: "unknown" })
  expect(await finishPayment(here.shop, "pi_nobody_has")).toEqual({ kind: "unknown" })
})

/** Simulates a hold that was released although its payment could still be made, as by a bug or a restored backup. */
async function returnUnits(checkoutId: string) {
  await here.shop.db
    .insertInto("stock_ledger")
    .values({ variant_id: here.tray, change: 2, reason: "release", checkout_id: checkoutId })
    .execute()
  await here.shop.db.updateTable("checkouts").set({ status: "released" }).where("id", "=", checkoutId).execute()
}
