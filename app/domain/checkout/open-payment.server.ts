import { insertPayment, markPaymentCancelled } from "~/domain/payments/record-payment.server"
import { type GatewayPayment, RECENT } from "../payments/gateway"
import type { Payment, PaymentKind } from "../payments/payment"
import { findOpenPayment } from "../payments/payments.server"
import type { Shop } from "../shop"
import { conflict } from "../shop-error"
import { cancelPayment } from "./cancel-payment.server"
import type { Checkout } from "./checkout"
import { lockCheckout } from "./checkouts.server"
import { openAtGateway } from "./open-at-gateway.server"

const PAID_ELSEWHERE = "This order is being paid in another window. Please try again in a moment."

/**
 * The one payment by which a held checkout can be paid now, opened at its first use. Of two who ask at once, the second
 * waits for what the first one asked for. A payment of the other kind is ended first, so that two of them can never both
 * be paid; when that one was paid already, or is just being paid, it is the answer.
 * @throws ShopError `conflict` when the checkout is no longer held, or somebody else pays it in the other way;
 * `unavailable` when the gateway cannot be asked
 */
export async function openPayment(shop: Shop, checkout: Checkout, kind: PaymentKind): Promise<GatewayPayment> {
  let cancelledMeanwhile = false
  for (let tries = 0; tries < 5; tries++) {
    const open = await findOpenPayment(shop, checkout.id)
    if (!open) {
      await insertOpenPayment(shop, checkout, kind)
      continue
    }
    // The later choice between the two ways wins.
    if (open.kind !== kind && cancelledMeanwhile) throw conflict(PAID_ELSEWHERE)
    const found = open.kind === kind ? await refreshPayment(shop, open) : await cancelOther(shop, open)
    if (found) return found
    cancelledMeanwhile = open.kind === kind
  }
  throw conflict(PAID_ELSEWHERE)
}

/** How an open payment stands; null when it turned out to be over. */
async function refreshPayment(shop: Shop, payment: Payment): Promise<GatewayPayment | null> {
  if (payment.gatewayId === null) return openAtGateway(shop, payment)
  const gatewayPayment = await shop.payments.find(payment.gatewayId, { maxAge: RECENT })
  if (gatewayPayment && gatewayPayment.status !== "canceled") return gatewayPayment
  await markPaymentCancelled(shop, payment.id)
  return null
}

/** Ends a payment of the other kind; how it stands when it cannot be ended, because its money is on the way. */
async function cancelOther(shop: Shop, payment: Payment): Promise<GatewayPayment | null> {
  const gatewayPayment = await cancelPayment(shop, payment)
  if (gatewayPayment === null || gatewayPayment.status === "succeeded" || gatewayPayment.status === "processing")
    return gatewayPayment
  throw conflict(PAID_ELSEWHERE)
}

/** Writes a new payment down, unless another one was quicker. */
async function insertOpenPayment(shop: Shop, { id, userId, totals }: Checkout, kind: PaymentKind): Promise<void> {
  await shop.transaction(async (tx) => {
    const { status } = await lockCheckout(tx, id)
    if (status !== "held") throw conflict("The time to pay is over. Please confirm your order again.")
    await insertPayment(tx, { userId, checkoutId: id, kind, amount: totals.total })
  })
}
