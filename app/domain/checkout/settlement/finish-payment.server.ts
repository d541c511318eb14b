import type { Buyer } from "~/domain/accounts/actor"
import { findCheckout } from "~/domain/checkout/checkouts.server"
import { lockCheckout, releaseLocked } from "~/domain/checkout/locked-checkout.server"
import { outcomeOfCheckout, type PaymentOutcome } from "~/domain/checkout/payment/payment-outcome.server"
import { MINUTE } from "~/domain/durations"
import type { Payment, TrackedPayment } from "~/domain/payments/payment"
import { findOwnPayment, findPaymentOfGateway, lockPayment } from "~/domain/payments/payments.server"
import { markPaymentCancelled } from "~/domain/payments/record-payment.server"
import { processRefund } from "~/domain/refunds/process-refund.server"
import type { Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { finishLockedPayment, type PendingOrder } from "./finish-locked-payment.server"

/** Finishes a payment exactly once, however often and concurrently it is called. */
export async function finishPayment(
  shop: Shop,
  gatewayId: string,
  pendingOrder?: PendingOrder,
): Promise<PaymentOutcome> {
  const payment = await findTrackedPayment(shop, gatewayId)
  return payment ? finishTrackedPayment(shop, payment, pendingOrder) : { kind: "unknown" }
}

/** Returns null for a payment that is not of this shop. */
export async function findTrackedPayment(shop: Shop, gatewayId: string): Promise<TrackedPayment | null> {
  const payment = await shop.payments.find(gatewayId)
  const record = payment && (await findPaymentOfGateway(shop, payment))
  return record && { ...payment, record }
}

/** As `finishPayment`, with what the gateway has just returned. */
export async function finishTrackedPayment(
  shop: Shop,
  { record, ...payment }: TrackedPayment,
  pendingOrder?: PendingOrder,
): Promise<PaymentOutcome> {
  const { status, intentId, amount, currency } = payment
  if (status !== "succeeded" || intentId === null) {
    // The intent of a hosted page has an id of its own.
    const isOwn = record.kind === "hosted" || payment.id === record.gatewayId
    if (status === "canceled" && isOwn) await handleGatewayCancellation(shop, record)
    return { kind: "unpaid", status }
  }
  const paid = { intentId, amount, currency }
  const finished = await shop.transaction((tx) => finishLockedPayment(tx, record.id, paid, pendingOrder))
  if (finished.kind !== "refunding") return finished
  await processRefund(shop, finished.refundId).catch((error) => {
    shop.log.warn({ err: error, refundId: finished.refundId }, "a refund waits for the next reconciliation")
  })
  return { kind: "refunded", rejection: finished.rejection }
}

/** After this time, a cancellation by the shop counts as abandoned. */
const CANCEL_TIMEOUT = MINUTE

/** Releases the units unless the shop itself is cancelling: that call may open another payment for them. */
async function handleGatewayCancellation(shop: Shop, { id, kind, gatewayId }: Payment): Promise<void> {
  // A hosted page outlives its cancelled intent and could be paid again.
  const gatewayPayment = kind === "hosted" && gatewayId !== null ? await shop.payments.cancel(gatewayId) : null
  if (gatewayPayment && gatewayPayment.status !== "canceled") return
  await shop.transaction(async (tx) => {
    const { status, cancellingSince, checkoutId } = await lockPayment(tx, id)
    if (status !== "open") return
    await markPaymentCancelled(tx, id)
    if (checkoutId === null) return
    const checkout = await lockCheckout(tx, checkoutId)
    const now = tx.now()
    const isBeingCancelled = cancellingSince !== null && now.getTime() - cancellingSince.getTime() < CANCEL_TIMEOUT
    if (!isBeingCancelled || checkout.hold_expires_at <= now) await releaseLocked(tx, checkout)
  })
}

/** Finds the payment by its id or its intent's, else the newest; throws `invalid` if there is none. */
export async function finishOwnPayment(
  shop: Shop,
  member: Buyer,
  paymentOrIntentId: string | null,
): Promise<PaymentOutcome> {
  const record = await findOwnPayment(shop, member.id, paymentOrIntentId)
  if (!record?.checkoutId) throw invalid("Please confirm your order before paying", "checkout")
  const known = await outcomeOfCheckout(shop, await findCheckout(shop, record.checkoutId))
  if (known || record.gatewayId === null) return known ?? { kind: "unknown" }
  const payment = await shop.payments.find(record.gatewayId)
  return payment ? finishTrackedPayment(shop, { ...payment, record }) : { kind: "unknown" }
}
