import type { Buyer } from "~/domain/accounts/actor"
import { findCheckout } from "~/domain/checkout/checkouts.server"
import { handleGatewayCancellation } from "~/domain/checkout/payment/cancel-payment.server"
import { trackedPayment } from "~/domain/checkout/payment/open-at-gateway.server"
import { outcomeOfCheckout, type PaymentOutcome } from "~/domain/checkout/payment/payment-outcome.server"
import type { GatewayPayment } from "~/domain/payments/gateway"
import type { Payment, TrackedPayment } from "~/domain/payments/payment"
import { findOwnPayment, findPaymentOfGateway } from "~/domain/payments/payments.server"
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
  const gatewayPayment = await shop.payments.find(gatewayId)
  return gatewayPayment ? finishGatewayPayment(shop, gatewayPayment, pendingOrder) : { kind: "unknown" }
}

export async function finishGatewayPayment(
  shop: Shop,
  gatewayPayment: GatewayPayment | TrackedPayment,
  pendingOrder?: PendingOrder,
): Promise<PaymentOutcome> {
  const payment = "record" in gatewayPayment ? gatewayPayment.record : await findPaymentOfGateway(shop, gatewayPayment)
  if (!payment) return { kind: "unknown" }
  if (gatewayPayment.status !== "succeeded" || gatewayPayment.intentId === null) {
    if (gatewayPayment.status === "canceled" && isPaymentsOwn(gatewayPayment, payment))
      await handleGatewayCancellation(shop, payment)
    return { kind: "unpaid", status: gatewayPayment.status }
  }
  const paid = { intentId: gatewayPayment.intentId, amount: gatewayPayment.amount, currency: gatewayPayment.currency }
  const finished = await shop.transaction((tx) => finishLockedPayment(tx, payment.id, paid, pendingOrder))
  if (finished.kind !== "refunding") return finished
  await processRefund(shop, finished.refundId).catch((error) => {
    shop.log.warn({ err: error, refundId: finished.refundId }, "a refund waits for the next reconciliation")
  })
  return { kind: "refunded", rejection: finished.rejection }
}

/** The intent of a hosted page has an id of its own. */
function isPaymentsOwn(gatewayPayment: GatewayPayment, { kind, gatewayId }: Payment): boolean {
  return kind === "hosted" || gatewayPayment.id === gatewayId
}

/** Finds the payment by its id or its intent's, else the newest; throws `invalid` if there is none. */
export async function finishOwnPayment(
  shop: Shop,
  member: Buyer,
  paymentOrIntentId: string | null,
): Promise<PaymentOutcome> {
  const payment = await findOwnPayment(shop, member.id, paymentOrIntentId)
  if (!payment?.checkoutId) throw invalid("Please confirm your order before paying", "checkout")
  const known = await outcomeOfCheckout(shop, await findCheckout(shop, payment.checkoutId))
  if (known || payment.gatewayId === null) return known ?? { kind: "unknown" }
  const gatewayPayment = await shop.payments.find(payment.gatewayId)
  return gatewayPayment ? finishGatewayPayment(shop, trackedPayment(gatewayPayment, payment)) : { kind: "unknown" }
}
