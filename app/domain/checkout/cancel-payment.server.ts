import { MINUTE } from "~/domain/durations"
import { type GatewayPayment, GatewayRefusal } from "~/domain/payments/gateway"
import type { Payment } from "~/domain/payments/payment"
import { lockPayment } from "~/domain/payments/payments.server"
import { markPaymentCancelled, markPaymentCancelling } from "~/domain/payments/record-payment.server"
import type { Shop } from "~/domain/shop"
import type { Checkout } from "./checkout"
import { findCheckout, lockCheckout, releaseLocked } from "./checkouts.server"
import { openAtGateway } from "./open-at-gateway.server"

/**
 * Cancels an open payment at the gateway. Returns null when it can no longer be paid, else how it stands: paid already,
 * or just being paid.
 * @param checkout the payment's, if the caller has it
 * @throws ShopError `unavailable` when the gateway cannot be reached
 */
export async function cancelPayment(shop: Shop, payment: Payment, checkout?: Checkout): Promise<GatewayPayment | null> {
  const gatewayId = payment.gatewayId ?? (await fetchGatewayId(shop, payment, checkout))
  if (gatewayId === null) return null
  await markPaymentCancelling(shop, payment.id)
  const gatewayPayment = await shop.payments.cancel(gatewayId)
  if (gatewayPayment && gatewayPayment.status !== "canceled") return gatewayPayment
  await markPaymentCancelled(shop, payment.id)
  return null
}

/** Opens the payment once more under the same key: the gateway's first response was lost, or is on its way. */
async function fetchGatewayId(shop: Shop, payment: Payment, known?: Checkout): Promise<string | null> {
  const checkout = known ?? (payment.checkoutId === null ? null : await findCheckout(shop, payment.checkoutId))
  try {
    return (await openAtGateway(shop, payment, checkout))?.id ?? null
  } catch (error) {
    if (error instanceof GatewayRefusal) return null
    throw error
  }
}

/** How long a call that cancels a payment takes at the most, in milliseconds; after that it was given up. */
const CANCEL_TIMEOUT = MINUTE

/**
 * Releases the units of a payment that was cancelled at the gateway. When the shop itself is cancelling it, the units are
 * left to that call, which may be about to open another payment for them.
 */
export async function handleGatewayCancellation(shop: Shop, { id, kind, gatewayId }: Payment): Promise<void> {
  // A hosted page whose intent was cancelled might be used again.
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
