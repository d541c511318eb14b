import type { Checkout } from "~/domain/checkout/checkout"
import { findCheckout } from "~/domain/checkout/checkouts.server"
import { type GatewayPayment, GatewayRefusal, RECENT } from "~/domain/payments/gateway"
import type { Payment, PaymentKind, TrackedPayment } from "~/domain/payments/payment"
import { findOpenPayment } from "~/domain/payments/payments.server"
import {
  insertPaymentOf,
  markPaymentCancelled,
  markPaymentCancelling,
  recordGatewayId,
} from "~/domain/payments/record-payment.server"
import type { Shop } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import { gatewayRequestOf } from "./gateway-request.server"

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
  if (gatewayPayment && gatewayPayment.status !== "canceled") return { ...gatewayPayment, record: payment }
  await markPaymentCancelled(shop, payment.id)
  return null
}

/** Returns the payment if it is too late to cancel it. */
async function cancelOther(shop: Shop, payment: Payment, checkout: Checkout): Promise<TrackedPayment | null> {
  const known = await cancelPayment(shop, payment, checkout)
  if (known === null || known.status === "succeeded" || known.status === "processing") return known
  throw conflict(PAID_ELSEWHERE)
}

/** Stores the gateway's id before it can be paid; returns null if the payment was cancelled meanwhile. */
export async function openAtGateway(
  shop: Shop,
  payment: Payment,
  checkout: Checkout | null,
): Promise<TrackedPayment | null> {
  const request = gatewayRequestOf(shop, payment, checkout)
  const { payments } = shop
  const opening = payment.kind === "hosted" ? payments.openHosted(request) : payments.open(request)
  const opened = await opening.catch(async (error) => {
    // The same idempotency key would only repeat the error.
    if (error instanceof GatewayRefusal) await markPaymentCancelled(shop, payment.id)
    throw error
  })
  if (await recordGatewayId(shop, payment.id, opened.id)) return tracked(opened, payment)
  await payments.cancel(opened.id)
  return null
}

/** Returns null once the payment is cancelled, or the payment if it is paid or processing. */
export async function cancelPayment(shop: Shop, payment: Payment, checkout?: Checkout): Promise<TrackedPayment | null> {
  const gatewayId = payment.gatewayId ?? (await fetchGatewayId(shop, payment, checkout))
  if (gatewayId === null) return null
  await markPaymentCancelling(shop, payment.id)
  const gatewayPayment = await shop.payments.cancel(gatewayId)
  if (gatewayPayment && gatewayPayment.status !== "canceled") return tracked(gatewayPayment, payment)
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

const tracked = (payment: GatewayPayment, record: Payment): TrackedPayment => {
  return { ...payment, record: { ...record, gatewayId: record.gatewayId ?? payment.id } }
}
