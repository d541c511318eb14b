import { sql } from "kysely"
import { removePurchased } from "~/domain/cart/saved-cart.server"
import type { Checkout } from "~/domain/checkout/checkout"
import {
  closeCheckout,
  type LockedCheckout,
  lockCheckout,
  lockedCheckouts,
  unitsOf,
} from "~/domain/checkout/checkouts.server"
import { insertCheckout, type Offer } from "~/domain/checkout/offer/offer.server"
import { takeUsesOfPaid } from "~/domain/discounts/uses.server"
import { emit } from "~/domain/events/emit.server"
import { emitSoldOut } from "~/domain/inventory/out-of-stock.server"
import { holdStock } from "~/domain/inventory/stock.server"
import { placeOrder } from "~/domain/orders/place-order.server"
import type { Payment } from "~/domain/payments/payment"
import { findPaymentOfIntent, type JsonPayment, parsePayment, paymentColumns } from "~/domain/payments/payments.server"
import { assignCheckout, insertDuplicatePayment, markPaymentSucceeded } from "~/domain/payments/record-payment.server"
import { outOfStock, type Rejection, rejection } from "~/domain/refunds/rejection"
import { rejectionColumns, toRejection } from "~/domain/refunds/rejection-columns.server"
import type { Tx } from "~/domain/shop"
import { ShopError } from "~/domain/shop-error"
import { type ReceivedPayment, type RejectedPayment, rejectPayment } from "./reject-payment.server"

/** The purpose of a payment without a checkout, or why it cannot become an order. */
export type PendingOrder = { offer: Offer } | { rejection: Rejection }

type FinishedPayment = { kind: "ordered"; orderId: string } | RejectedPayment | { kind: "unclaimed" }

/** A second call waits for the payment's lock and returns what the first one wrote. */
export async function finishLockedPayment(
  tx: Tx,
  paymentId: string,
  paid: ReceivedPayment,
  pendingOrder?: PendingOrder,
): Promise<FinishedPayment> {
  const { payment, customer, ...locked } = await lockSettlement(tx, paymentId)
  if (payment.intentId === paid.intentId) return findFinishedPayment(tx, payment)
  if (payment.intentId !== null) return refundDuplicatePayment(tx, payment, paid)
  if (payment.checkoutId === null && !pendingOrder) return { kind: "unclaimed" }
  if (payment.checkoutId === null && pendingOrder && "rejection" in pendingOrder)
    return rejectPayment(tx, payment, paid, pendingOrder.rejection)
  const checkout = locked.checkout ?? (await freezeOffer(tx, payment, pendingOrder as { offer: Offer }))
  const rejection = await findRejection(tx, { checkout, payment, customer }, paid)
  if (rejection) return rejectPayment(tx, { ...payment, checkoutId: checkout.id }, paid, rejection, checkout)
  const orderId = await placeOrder(tx, { checkout, customer, intentId: paid.intentId })
  await closeCheckout(tx, checkout.id, "completed")
  await markPaymentSucceeded(tx, payment.id, paid.intentId)
  const bought = unitsOf(checkout)
  await removePurchased(tx, payment.userId, bought)
  await emitSoldOut(
    tx,
    bought.map(({ variantId }) => variantId),
    checkout.id,
  )
  return { kind: "ordered", orderId }
}

interface Settlement {
  payment: Payment
  checkout: LockedCheckout | null
  customer: Checkout["customer"]
}

/** Locks the payment, its checkout, then the customer; `holdStock` locks the variants last. */
async function lockSettlement(tx: Tx, paymentId: string): Promise<Settlement> {
  const row = await tx.db
    .with("payment", (db) =>
      db.selectFrom("payments").select(paymentColumns).where("payments.id", "=", paymentId).forNoKeyUpdate(),
    )
    .selectFrom("payment")
    .leftJoinLateral(
      lockedCheckouts(tx).where(sql<boolean>`checkouts.id = payment."checkoutId"`).as("checkout"),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (db) =>
        db
          .selectFrom("users")
          .select(["name", "email", "is_guest"])
          .whereRef("users.id", "=", "payment.userId")
          .forNoKeyUpdate()
          .as("customer"),
      (join) => join.onTrue(),
    )
    .select([
      sql<JsonPayment>`to_json(payment)`.as("payment"),
      "customer.name as customerName",
      "customer.email as customerEmail",
      "customer.is_guest as isGuest",
    ])
    .selectAll("checkout")
    .executeTakeFirstOrThrow()
  const { payment, customerName, customerEmail, isGuest, ...checkout } = row
  return {
    payment: parsePayment(payment),
    customer: { name: customerName, email: customerEmail, isGuest },
    checkout: checkout.id === null ? null : (checkout as LockedCheckout),
  }
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

/** Records a second intent of the same payment as a payment of its own, and refunds it. */
async function refundDuplicatePayment(tx: Tx, payment: Payment, paid: ReceivedPayment): Promise<FinishedPayment> {
  const known = await findPaymentOfIntent(tx, paid.intentId)
  if (known) return findFinishedPayment(tx, known)
  return rejectPayment(tx, await insertDuplicatePayment(tx, payment, paid), paid, rejection("duplicate"))
}

/** Inserts the checkout as `released`, so that `findRejection` takes its units. */
async function freezeOffer(tx: Tx, { id, userId }: Payment, { offer }: { offer: Offer }): Promise<LockedCheckout> {
  const insertedId = await insertCheckout(tx, userId, offer, { source: "api", status: "released", address: null })
  const checkoutId = insertedId as string
  await assignCheckout(tx, id, checkoutId)
  return lockCheckout(tx, checkoutId)
}

/** Returns why no order is possible; takes released units, and uses of discounts, again. */
async function findRejection(
  tx: Tx,
  { checkout, payment, customer }: Settlement & { checkout: LockedCheckout },
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
  const { id: checkoutId, user_id, discounts } = checkout
  const exceeded = await takeUsesOfPaid(tx, { checkoutId, user: { id: user_id, email: customer.email }, discounts })
  try {
    await holdStock(tx, { checkoutId, lines: unitsOf(checkout) })
    for (const discount of exceeded) await emit(tx, "discount.exceeded", { ...discount, checkoutId, customer })
    return null
  } catch (error) {
    if (error instanceof ShopError) return outOfStock(await readUnavailableLines(tx, checkout.id))
    throw error
  }
}

async function readUnavailableLines(tx: Tx, checkoutId: string): Promise<{ name: string; discontinued: boolean }[]> {
  const rows = await tx.db
    .selectFrom("checkout_lines")
    .innerJoin("variants", "variants.id", "checkout_lines.variant_id")
    .innerJoin("products", "products.id", "variants.product_id")
    .select(["checkout_lines.name", sql<boolean>`not is_public or removed_at is not null`.as("discontinued")])
    .where("checkout_id", "=", checkoutId)
    .where(sql<boolean>`(not is_public or removed_at is not null or variants.stock < quantity)`)
    .orderBy("checkout_lines.position")
    .execute()
  return rows
}
