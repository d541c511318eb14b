import type { Buyer } from "~/domain/accounts/actor"
import { processRefund } from "~/domain/refunds/process-refund.server"
import { invalid } from "~/domain/shop-error"
import type { GatewayPayment } from "../payments/gateway"
import type { Payment, TrackedPayment } from "../payments/payment"
import { findOwnPayment, findPaymentOfGateway } from "../payments/payments.server"
import type { Shop } from "../shop"
import { handleGatewayCancellation } from "./cancel-payment.server"
import { findCheckout } from "./checkouts.server"
import { finishLockedPayment, type PendingOrder } from "./finish-locked-payment.server"
import { trackedPayment } from "./open-at-gateway.server"
import { outcomeOfCheckout, type PaymentOutcome } from "./payment-outcome.server"

/**
 * Finishes a payment exactly once, wherever the news of it comes from: the gateway is asked how it stands, and a
 * succeeded one becomes an order, or a refund when it cannot. Safe to call any number of times, at the same time.
 * @param gatewayId the intent, or the hosted page
 * @param pendingOrder what an unclaimed payment shall pay
 */
export async function finishPayment(
  shop: Shop,
  gatewayId: string,
  pendingOrder?: PendingOrder,
): Promise<PaymentOutcome> {
  const gatewayPayment = await shop.payments.find(gatewayId)
  return gatewayPayment ? finishGatewayPayment(shop, gatewayPayment, pendingOrder) : { kind: "unknown" }
}

/** The same for callers that have just fetched the payment from the gateway, and may have the shop's record of it. */
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

/** A hosted page makes an intent of its own; any other intent than a payment's own says nothing about it. */
function isPaymentsOwn(gatewayPayment: GatewayPayment, { kind, gatewayId }: Payment): boolean {
  return kind === "hosted" || gatewayPayment.id === gatewayId
}

/**
 * Finishes what a member has just paid.
 * @param paymentOrIntentId our payment's id, or the intent's; null for their newest payment
 * @throws ShopError `invalid` for field `checkout` when they have no such payment
 */
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
