import type { Checkout } from "~/domain/checkout/checkout"
import { findCheckout, lockCheckout, releaseLocked } from "~/domain/checkout/checkouts.server"
import { MINUTE } from "~/domain/durations"
import { type GatewayPayment, GatewayRefusal } from "~/domain/payments/gateway"
import type { Payment } from "~/domain/payments/payment"
import { lockPayment } from "~/domain/payments/payments.server"
import { markPaymentCancelled, markPaymentCancelling } from "~/domain/payments/record-payment.server"
import type { Shop } from "~/domain/shop"
import { openAtGateway } from "./open-at-gateway.server"

/** Returns null once the payment is cancelled, or the payment if it is paid or processing. */
export async function cancelPayment(shop: Shop, payment: Payment, checkout?: Checkout): Promise<GatewayPayment | null> {
  const gatewayId = payment.gatewayId ?? (await fetchGatewayId(shop, payment, checkout))
  if (gatewayId === null) return null
  await markPaymentCancelling(shop, payment.id)
  const gatewayPayment = await shop.payments.cancel(gatewayId)
  if (gatewayPayment && gatewayPayment.status !== "canceled") return gatewayPayment
  await markPaymentCancelled(shop, payment.id)
  return null
}

/** Repeats the opening under its idempotency key, because the first response may be lost. */
async function fetchGatewayId(shop: Shop, payment: Payment, known?: Checkout): Promise<string | null> {
  const checkout = known ?? (payment.checkoutId === null ? null : await findCheckout(shop, payment.checkoutId))
  try {
    return (await openAtGateway(shop, payment, checkout))?.id ?? null
  } catch (error) {
    if (error instanceof GatewayRefusal) return null
    throw error
  }
}

/** After this time, a cancellation by the shop counts as abandoned. */
const CANCEL_TIMEOUT = MINUTE

/** Releases the units unless the shop itself is cancelling: that call may open another payment for them. */
export async function handleGatewayCancellation(shop: Shop, { id, kind, gatewayId }: Payment): Promise<void> {
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
