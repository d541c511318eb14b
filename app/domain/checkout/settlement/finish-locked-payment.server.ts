import {
  completeCheckout,
  type LockedCheckout,
  lockCheckout,
  lockSettlement,
  refundCheckout,
  type Settlement,
  unitsOf,
} from "~/domain/checkout/locked-checkout.server"
import { insertCheckout, type Offer } from "~/domain/checkout/offer/offer.server"
import { takeUsesOfPaid } from "~/domain/discounts/uses.server"
import { emit } from "~/domain/events/emit.server"
import type { LockedVariant } from "~/domain/inventory/lock-variants.server"
import { tryHoldStock } from "~/domain/inventory/stock.server"
import type { Cents } from "~/domain/money/money"
import type { Payment } from "~/domain/payments/payment"
import { findPaymentOfIntent } from "~/domain/payments/payments.server"
import { assignCheckout, insertDuplicatePayment, markPaymentSucceeded } from "~/domain/payments/record-payment.server"
import { requestPaymentRefund } from "~/domain/refunds/refunds.server"
import { outOfStock, type Rejection, rejection, rejectionMessage } from "~/domain/refunds/rejection"
import { rejectionColumns, toRejection } from "~/domain/refunds/rejection-columns.server"
import type { Tx } from "~/domain/shop"

/** The purpose of a payment without a checkout, or why it cannot become an order. */
export type PendingOrder = { offer: Offer } | { rejection: Rejection }

interface ReceivedPayment {
  intentId: string
  amount: Cents
  currency: string
}

type FinishedPayment =
  | { kind: "ordered"; orderId: string }
  | { kind: "refunding"; refundId: string; rejection: Rejection }
  | { kind: "unclaimed" }

/** A second call waits for the payment's lock and returns what the first one wrote. */
export async function finishLockedPayment(
  tx: Tx,
  paymentId: string,
  paid: ReceivedPayment,
  pendingOrder?: PendingOrder,
): Promise<FinishedPayment> {
  const { payment, customer, ...locked } = await lockSettlement(tx, paymentId)
  if (payment.intentId === paid.intentId) return findFinishedPayment(tx, payment)
  if (payment.intentId !== null) return refundDuplicatePayment(tx, { payment, ...locked }, paid)
  if (payment.checkoutId === null && !pendingOrder) return { kind: "unclaimed" }
  if (payment.checkoutId === null && pendingOrder && "rejection" in pendingOrder)
    return rejectPayment(tx, { payment, checkout: null }, paid, pendingOrder.rejection)
  const checkout = locked.checkout ?? (await freezeOffer(tx, payment, pendingOrder as { offer: Offer }))
  const rejection = await findRejection(tx, { checkout, payment, customer }, paid)
  if (rejection) return rejectPayment(tx, { payment, checkout }, paid, rejection)
  await markPaymentSucceeded(tx, payment.id, paid.intentId)
  return { kind: "ordered", orderId: await completeCheckout(tx, checkout, { customer, intentId: paid.intentId }) }
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
async function refundDuplicatePayment(
  tx: Tx,
  { payment, checkout }: RejectedSettlement,
  paid: ReceivedPayment,
): Promise<FinishedPayment> {
  const known = await findPaymentOfIntent(tx, paid.intentId)
  if (known) return findFinishedPayment(tx, known)
  const duplicate = await insertDuplicatePayment(tx, payment, paid)
  return rejectPayment(tx, { payment: duplicate, checkout }, paid, rejection("duplicate"))
}

/** Inserts the checkout as `released`, so that `findRejection` takes its units. */
async function freezeOffer(tx: Tx, { id, userId }: Payment, { offer }: { offer: Offer }): Promise<LockedCheckout> {
  const inserted = await insertCheckout(tx, userId, offer, { source: "api", status: "released", address: null })
  const checkoutId = (inserted as NonNullable<typeof inserted>).id
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
  const missing = await tryHoldStock(tx, { checkoutId, lines: unitsOf(checkout) })
  if (missing.length > 0) return outOfStock(missing.map((variant) => describeMissing(variant, checkout)))
  for (const discount of exceeded) await emit(tx, "discount.exceeded", { ...discount, checkoutId, customer })
  return null
}

/** Named as it was ordered */
function describeMissing({ id, name, isSold }: LockedVariant, { lines }: LockedCheckout) {
  const line = lines.find(({ variant_id }) => variant_id === id)
  return { name: line?.name ?? name, discontinued: !isSold }
}

type RejectedSettlement = Pick<Settlement, "payment" | "checkout">

/** The stored refund is processed after the transaction. */
async function rejectPayment(
  tx: Tx,
  { payment, checkout }: RejectedSettlement,
  { intentId, amount }: ReceivedPayment,
  rejection: Rejection,
): Promise<FinishedPayment> {
  await markPaymentSucceeded(tx, payment.id, intentId)
  const refundId = await requestPaymentRefund(tx, { paymentId: payment.id, intentId, amount, rejection })
  const about = { ...payment, checkoutId: checkout?.id ?? payment.checkoutId }
  await emit(tx, "payment.rejected", { payment: about, intentId, amount, reason: rejectionMessage(rejection) })
  if (checkout) await refundCheckout(tx, checkout)
  return { kind: "refunding", refundId, rejection }
}
