import { returnStock } from "~/domain/inventory/stock.server"
import { type Email, greet } from "~/domain/mail/email"
import { queueMail } from "~/domain/mail/outbox.server"
import type { Cents } from "~/domain/money"
import { refundSentence } from "~/domain/orders/order-emails"
import { recordIncident } from "~/domain/payments/incidents.server"
import type { Payment } from "~/domain/payments/payment"
import { markPaymentSucceeded } from "~/domain/payments/record-payment.server"
import { requestPaymentRefund } from "~/domain/refunds/refunds.server"
import { type Rejection, rejectionMessage } from "~/domain/refunds/rejection"
import { formatAmount } from "~/domain/settings/format-amount"
import type { Identity, Tx } from "~/domain/shop"
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

/** Writes down that all of it goes back, tells the shopper, and gives back units that were still held. */
export async function rejectPayment(
  tx: Tx,
  payment: Payment,
  paid: ReceivedPayment,
  rejection: Rejection,
): Promise<RejectedPayment> {
  const { id: paymentId, userId, checkoutId } = payment
  const { intentId, amount } = paid
  const message = rejectionMessage(rejection)
  await markPaymentSucceeded(tx, paymentId, intentId)
  const refundId = await requestPaymentRefund(tx, { paymentId, intentId, amount, rejection })
  await recordIncident(tx, { kind: "paid-without-order", intentId, userId, checkoutId, detail: message })
  if (checkoutId !== null) await markCheckoutRefunded(tx, checkoutId)
  await queueRefundedEmail(tx, payment, { amount, reason: message })
  return { kind: "refunding", refundId, rejection }
}

async function markCheckoutRefunded(tx: Tx, checkoutId: string): Promise<void> {
  const { status } = await lockCheckout(tx, checkoutId)
  if (status === "held") {
    await returnStock(tx, { checkoutId, lines: await readHeldUnits(tx, checkoutId), reason: "release" })
  }
  if (status === "held" || status === "released") await closeCheckout(tx, checkoutId, "refunded")
}

async function queueRefundedEmail(tx: Tx, { id, userId }: Payment, refund: { amount: Cents; reason: string }) {
  const user = await tx.db
    .selectFrom("users")
    .select(["name", "email"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow()
  const email = paymentRefundedEmail(tx.identity, {
    ...refund,
    name: user.name,
    amount: formatAmount(tx, refund.amount),
  })
  await queueMail(tx, user.email, email, [userId], `payment-refunded-${id}`)
}

interface RefundedPaymentData {
  name: string
  /** In words. */
  amount: string
  /** A sentence without its full stop. */
  reason: string
}

/** For a payment that could not become an order. */
function paymentRefundedEmail(identity: Identity, { name, amount, reason }: RefundedPaymentData): Email {
  return {
    kind: "payment-refunded",
    subject: `Your ${identity.name} payment is refunded`,
    greeting: greet(name),
    paragraphs: [
      `We could not turn your payment into an order. ${reason}. We are sorry about that.`,
      refundSentence(`the full ${amount}`),
    ],
    lines: [{ label: "Refund", value: amount, strong: true }],
    action: { label: "Show your orders and refunds", path: "/orders" },
  }
}
