import { forgetBought } from "../cart/saved-cart.server"
import { returnStock, takeStock } from "../catalog/stock.server"
import { lockCheckout } from "./checkouts.server"
import { placeOrder } from "../orders/place-order.server"
import { newObjectId } from "../object-id.server"
import { ShopError } from "../shop-error"
import type { Books, Shop } from "../shop"
import type { PaymentIntent } from "../payments/gateway"
import { settleRefund } from "../payments/settle-refund.server"

/**
 * How a payment stands once the shop has done its part:
 * - `ordered`: the order is written (now or earlier)
 * - `refunded`: it was paid, could not become an order, and the money goes back
 * - `unpaid`: the gateway has no money yet
 * - `unknown`: no intent of this shop
 */
export type PaymentOutcome =
  | { kind: "ordered"; orderId: string }
  | { kind: "refunded"; message: string }
  | { kind: "unpaid"; status: PaymentIntent["status"] }
  | { kind: "unknown" }

/**
 * Finishes a payment exactly once, whoever tells of it first: the gateway is asked how the intent stands, and a
 * succeeded one becomes an order, or a refund when it cannot. Safe to call any number of times, at the same time.
 */
export async function finishPayment(shop: Shop, intentId: string): Promise<PaymentOutcome> {
  const intent = await shop.payments.find(intentId)
  if (!intent?.checkoutId) return { kind: "unknown" }
  if (intent.status !== "succeeded") return { kind: "unpaid", status: intent.status }
  const result = await shop.transaction((books) => settle(books, intent, intent.checkoutId as string))
  if (result.kind !== "refunding") return result
  await settleRefund(shop, result.refundId).catch((error) => {
    shop.log.warn({ err: error, refundId: result.refundId }, "a refund waits for the next reconciliation")
  })
  return { kind: "refunded", message: result.message }
}

type Settled = Exclude<PaymentOutcome, { kind: "refunded" }> | { kind: "refunding"; refundId: string; message: string }

/** Under the checkout's lock: the order, or the refund that stands in for it. */
async function settle(books: Books, intent: PaymentIntent, checkoutId: string): Promise<Settled> {
  const checkout = await lockCheckout(books, checkoutId)
  const order = await books.db
    .selectFrom("orders")
    .select("id")
    .where("payment_intent_id", "=", intent.id)
    .executeTakeFirst()
  if (order) return { kind: "ordered", orderId: order.id }
  const earlier = await books.db
    .selectFrom("refunds")
    .select(["id", "reason"])
    .where("payment_intent_id", "=", intent.id)
    .where("order_id", "is", null)
    .executeTakeFirst()
  if (earlier) return { kind: "refunding", refundId: earlier.id, message: earlier.reason }
  const obstacle = await obstacleTo(books, checkout, intent)
  if (obstacle) return refuse(books, checkout, intent, obstacle)
  const orderId = await placeOrder(books, checkout, intent)
  const lines = await linesOf(books, checkoutId)
  await forgetBought(books, checkout.user_id, lines)
  return { kind: "ordered", orderId }
}

type CheckoutRow = Awaited<ReturnType<typeof lockCheckout>>

/** Why a paid checkout cannot become an order; units that went back are taken again where they still can. */
async function obstacleTo(books: Books, checkout: CheckoutRow, intent: PaymentIntent): Promise<string | null> {
  if (intent.amount !== checkout.total_price || intent.currency !== "usd" || intent.userId !== checkout.user_id) {
    return "The amount paid differs from the order's total"
  }
  if (checkout.status === "completed") return "This order was already paid with another payment"
  if (checkout.status === "refunded") return "This order was already refunded"
  if (checkout.status === "held") return null
  try {
    await takeStock(books, { checkoutId: checkout.id, lines: await linesOf(books, checkout.id) })
    return null
  } catch (error) {
    if (error instanceof ShopError) return "What was ordered sold out before the payment arrived"
    throw error
  }
}

/** Writes the refund that is owed, gives back units that were still held, and notes the incident. */
async function refuse(books: Books, checkout: CheckoutRow, intent: PaymentIntent, reason: string): Promise<Settled> {
  const now = books.now()
  const refundId = newObjectId(now)
  const facts = { checkout_id: checkout.id, payment_intent_id: intent.id, created_at: now }
  await books.db
    .insertInto("refunds")
    .values({ ...facts, id: refundId, amount: intent.amount, reason })
    .execute()
  await books.db
    .insertInto("payment_incidents")
    .values({ ...facts, id: newObjectId(now), kind: "paid-without-order", user_id: checkout.user_id, detail: reason })
    .onConflict((conflict) => conflict.columns(["kind", "payment_intent_id"]).doNothing())
    .execute()
  if (checkout.status === "held" || checkout.status === "released") {
    if (checkout.status === "held") {
      await returnStock(books, { checkoutId: checkout.id, lines: await linesOf(books, checkout.id), reason: "release" })
    }
    await books.db
      .updateTable("checkouts")
      .set({ status: "refunded", closed_at: now })
      .where("id", "=", checkout.id)
      .execute()
  }
  return { kind: "refunding", refundId, message: reason }
}

async function linesOf(books: Books, checkoutId: string) {
  return books.db
    .selectFrom("checkout_lines")
    .select(["product_id as product", "quantity"])
    .where("checkout_id", "=", checkoutId)
    .orderBy("position")
    .execute()
}
