import { removePurchased } from "~/domain/cart/saved-cart.server"
import { holdStock } from "~/domain/inventory/stock.server"
import { placeOrder } from "~/domain/orders/place-order.server"
import type { Payment } from "~/domain/payments/payment"
import { findPaymentOfIntent, lockPayment } from "~/domain/payments/payments.server"
import { assignCheckout, insertDuplicatePayment, markPaymentSucceeded } from "~/domain/payments/record-payment.server"
import { outOfStock, type Rejection, rejection } from "~/domain/refunds/rejection"
import { rejectionColumns, toRejection } from "~/domain/refunds/rejection-columns.server"
import type { Tx } from "~/domain/shop"
import { ShopError } from "~/domain/shop-error"
import { type CheckoutRow, closeCheckout, lockCheckout, readHeldUnits } from "./checkouts.server"
import { insertCheckout, type Offer } from "./offer.server"
import { type ReceivedPayment, type RejectedPayment, rejectPayment } from "./reject-payment.server"

/** What a payment without a checkout is for, or why it cannot become an order. */
export type PendingOrder = { offer: Offer } | { rejection: Rejection }

type FinishedPayment = { kind: "ordered"; orderId: string } | RejectedPayment | { kind: "unclaimed" }

/**
 * Writes the order of a payment, or the refund that stands in for it, under the payment's lock: a second call finds what
 * the first one has written.
 */
export async function finishLockedPayment(
  tx: Tx,
  paymentId: string,
  paid: ReceivedPayment,
  pendingOrder?: PendingOrder,
): Promise<FinishedPayment> {
  const payment = await lockPayment(tx, paymentId)
  if (payment.intentId === paid.intentId) return findFinishedPayment(tx, payment)
  if (payment.intentId !== null) return refundDuplicatePayment(tx, payment, paid)
  const hasNoCheckout = payment.checkoutId === null
  if (hasNoCheckout && !pendingOrder) return { kind: "unclaimed" }
  if (hasNoCheckout && pendingOrder && "rejection" in pendingOrder)
    return rejectPayment(tx, payment, paid, pendingOrder.rejection)
  const checkoutId = payment.checkoutId ?? (await freezeOffer(tx, payment, pendingOrder as { offer: Offer }))
  const checkout = await lockCheckout(tx, checkoutId)
  const rejection = await findRejection(tx, checkout, payment, paid)
  if (rejection) return rejectPayment(tx, { ...payment, checkoutId: checkout.id }, paid, rejection)
  const orderId = await placeOrder(tx, checkout, paid.intentId)
  await closeCheckout(tx, checkout.id, "completed")
  await markPaymentSucceeded(tx, payment.id, paid.intentId)
  await removePurchased(tx, payment.userId, await readHeldUnits(tx, checkout.id))
  return { kind: "ordered", orderId }
}

async function findFinishedPayment(tx: Tx, { id, intentId }: Payment): Promise<FinishedPayment> {
  const order = await tx.db
    .selectFrom("orders")
    .select("id")
    .where("payment_intent_id", "=", intentId)
    .executeTakeFirst()
  if (order) return { kind: "ordered", orderId: order.id }
  const refund = await tx.db
    .selectFrom("refunds")
    .select(["id", ...rejectionColumns])
    .where("payment_id", "=", id)
    .where("order_id", "is", null)
    .executeTakeFirstOrThrow()
  return { kind: "refunding", refundId: refund.id, rejection: toRejection(refund) }
}

/** Another intent has moved money for the same payment: it becomes a payment of its own, and goes back. */
async function refundDuplicatePayment(tx: Tx, payment: Payment, paid: ReceivedPayment): Promise<FinishedPayment> {
  const known = await findPaymentOfIntent(tx, paid.intentId)
  if (known) return findFinishedPayment(tx, known)
  const duplicatePayment = { ...payment, id: await insertDuplicatePayment(tx, payment, paid) }
  return rejectPayment(tx, duplicatePayment, paid, rejection("duplicate"))
}

/** Writes the checkout that a payment was for; its units are taken later, like those of a hold that was released. */
async function freezeOffer(tx: Tx, { id, userId }: Payment, { offer }: { offer: Offer }): Promise<string> {
  const insertedId = await insertCheckout(tx, userId, offer, { source: "api", status: "released", address: null })
  const checkoutId = insertedId as string
  await assignCheckout(tx, id, checkoutId)
  return checkoutId
}

/** Why a paid checkout cannot become an order; units that went back are taken again where they still can. */
async function findRejection(
  tx: Tx,
  checkout: CheckoutRow,
  payment: Payment,
  paid: ReceivedPayment,
): Promise<Rejection | null> {
  if (
    paid.amount !== checkout.total_price ||
    paid.currency !== checkout.currency.toLowerCase() ||
    payment.userId !== checkout.user_id
  ) {
    return rejection("amount-mismatch")
  }
  if (checkout.status === "completed" || checkout.status === "refunded") return rejection("duplicate")
  if (checkout.status === "held") return null
  try {
    await holdStock(tx, { checkoutId: checkout.id, lines: await readHeldUnits(tx, checkout.id) })
    return null
  } catch (error) {
    if (error instanceof ShopError) return outOfStock(await readUnavailableLines(tx, checkout.id))
    throw error
  }
}

/** The lines of a checkout for which there are too few units in stock. */
async function readUnavailableLines(tx: Tx, checkoutId: string): Promise<{ name: string; discontinued: boolean }[]> {
  const rows = await tx.db
    .selectFrom("checkout_lines")
    .innerJoin("products", "products.id", "checkout_lines.product_id")
    .select(["checkout_lines.name", "products.deleted_at"])
    .where("checkout_id", "=", checkoutId)
    .where((row) => row.or([row("products.deleted_at", "is not", null), row("stock", "<", row.ref("quantity"))]))
    .orderBy("position")
    .execute()
  return rows.map(({ name, deleted_at }) => ({ name, discontinued: deleted_at !== null }))
}
