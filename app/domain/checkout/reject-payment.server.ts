import { emit } from "~/domain/events/emit.server"
import { returnStock } from "~/domain/inventory/stock.server"
import type { Cents } from "~/domain/money"
import type { Payment } from "~/domain/payments/payment"
import { markPaymentSucceeded } from "~/domain/payments/record-payment.server"
import { requestPaymentRefund } from "~/domain/refunds/refunds.server"
import { type Rejection, rejectionMessage } from "~/domain/refunds/rejection"
import type { Tx } from "~/domain/shop"
import { closeCheckout, lockCheckout, readHeldUnits } from "./checkouts.server"

/** Money that came, as the gateway has it. */
export interface ReceivedPayment {
  intentId: string
  amount: Cents
  currency: string
}

/** A payment that goes back: the refund is written down, and carried out after the transaction. */
export interface RejectedPayment {
  kind: "refunding"
  refundId: string
  rejection: Rejection
}

/** Writes down that all of it goes back, and gives back units that were still held. */
export async function rejectPayment(
  tx: Tx,
  payment: Payment,
  paid: ReceivedPayment,
  rejection: Rejection,
): Promise<RejectedPayment> {
  const { id: paymentId, checkoutId } = payment
  const { intentId, amount } = paid
  await markPaymentSucceeded(tx, paymentId, intentId)
  const refundId = await requestPaymentRefund(tx, { paymentId, intentId, amount, rejection })
  if (checkoutId !== null) await markCheckoutRefunded(tx, checkoutId)
  await emit(tx, "payment.rejected", { payment, intentId, amount, reason: rejectionMessage(rejection) })
  return { kind: "refunding", refundId, rejection }
}

async function markCheckoutRefunded(tx: Tx, checkoutId: string): Promise<void> {
  const { status } = await lockCheckout(tx, checkoutId)
  if (status === "held") {
    await returnStock(tx, { checkoutId, lines: await readHeldUnits(tx, checkoutId), reason: "release" })
  }
  if (status === "held" || status === "released") await closeCheckout(tx, checkoutId, "refunded")
}
