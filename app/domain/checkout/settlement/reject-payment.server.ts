import { closeCheckout, type LockedCheckout, lockCheckout, unitsOf } from "~/domain/checkout/checkouts.server"
import { releaseUses } from "~/domain/discounts/uses.server"
import { emit } from "~/domain/events/emit.server"
import { returnStock } from "~/domain/inventory/stock.server"
import type { Cents } from "~/domain/money"
import type { Payment } from "~/domain/payments/payment"
import { markPaymentSucceeded } from "~/domain/payments/record-payment.server"
import { requestPaymentRefund } from "~/domain/refunds/refunds.server"
import { type Rejection, rejectionMessage } from "~/domain/refunds/rejection"
import type { Tx } from "~/domain/shop"

export interface ReceivedPayment {
  intentId: string
  amount: Cents
  currency: string
}

/** The stored refund is processed after the transaction. */
export interface RejectedPayment {
  kind: "refunding"
  refundId: string
  rejection: Rejection
}

export async function rejectPayment(
  tx: Tx,
  payment: Payment,
  paid: ReceivedPayment,
  rejection: Rejection,
  checkout?: LockedCheckout,
): Promise<RejectedPayment> {
  const { id: paymentId, checkoutId } = payment
  const { intentId, amount } = paid
  await markPaymentSucceeded(tx, paymentId, intentId)
  const refundId = await requestPaymentRefund(tx, { paymentId, intentId, amount, rejection })
  await emit(tx, "payment.rejected", { payment, intentId, amount, reason: rejectionMessage(rejection) })
  if (checkoutId !== null) await markCheckoutRefunded(tx, checkout ?? (await lockCheckout(tx, checkoutId)))
  return { kind: "refunding", refundId, rejection }
}

async function markCheckoutRefunded(tx: Tx, checkout: LockedCheckout): Promise<void> {
  const { id, status } = checkout
  if (status === "held" || status === "released") await closeCheckout(tx, id, "refunded")
  if (status !== "completed") await releaseUses(tx, { checkoutId: id, discounts: checkout.discounts })
  if (status === "held") await returnStock(tx, { checkoutId: id, lines: unitsOf(checkout), reason: "release" })
}
