import type { Checkout } from "~/domain/checkout/checkout"
import { RECENT } from "~/domain/payments/gateway"
import type { Payment, PaymentKind, TrackedPayment } from "~/domain/payments/payment"
import { findOpenPayment } from "~/domain/payments/payments.server"
import { insertPaymentOf, markPaymentCancelled } from "~/domain/payments/record-payment.server"
import type { Shop } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import { cancelPayment } from "./cancel-payment.server"
import { openAtGateway, trackedPayment } from "./open-at-gateway.server"

const PAID_ELSEWHERE = "This order is being paid in another window. Please try again in a moment."

/** Opens or finds the checkout's only payment; cancels one of the other kind first, so that both are never paid. */
export async function openPayment(shop: Shop, checkout: Checkout, kind: PaymentKind): Promise<TrackedPayment> {
  let cancelledMeanwhile = false
  let known = checkout.payment
  for (let tries = 0; tries < 5; tries++) {
    const payment = known ?? (await insertOrFindPayment(shop, checkout, kind))
    known = null
    // The later choice between intent and hosted page wins.
    if (payment.kind !== kind && cancelledMeanwhile) throw conflict(PAID_ELSEWHERE)
    const opened =
      payment.kind === kind ? await refreshPayment(shop, payment, checkout) : await cancelOther(shop, payment, checkout)
    if (opened) return opened
    cancelledMeanwhile = payment.kind === kind
  }
  throw conflict(PAID_ELSEWHERE)
}

async function insertOrFindPayment(shop: Shop, { id }: Checkout, kind: PaymentKind): Promise<Payment> {
  const payment = (await insertPaymentOf(shop, id, kind)) ?? (await findOpenPayment(shop, id))
  if (payment) return payment
  throw conflict("The time to pay is over. Please confirm your order again.")
}

async function refreshPayment(shop: Shop, payment: Payment, checkout: Checkout): Promise<TrackedPayment | null> {
  if (payment.gatewayId === null) return openAtGateway(shop, payment, checkout)
  const gatewayPayment = await shop.payments.find(payment.gatewayId, { maxAge: RECENT })
  if (gatewayPayment && gatewayPayment.status !== "canceled") return trackedPayment(gatewayPayment, payment)
  await markPaymentCancelled(shop, payment.id)
  return null
}

/** Returns the payment if it is too late to cancel it. */
async function cancelOther(shop: Shop, payment: Payment, checkout: Checkout): Promise<TrackedPayment | null> {
  const gatewayPayment = await cancelPayment(shop, payment, checkout)
  if (gatewayPayment === null) return null
  if (gatewayPayment.status === "succeeded" || gatewayPayment.status === "processing")
    return trackedPayment(gatewayPayment, payment)
  throw conflict(PAID_ELSEWHERE)
}
