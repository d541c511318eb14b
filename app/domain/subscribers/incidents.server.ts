import type { Events } from "~/domain/events/event"
import { findCreditNoteNumber } from "~/domain/invoices/find-documents.server"
import {
  autoResolveIncident,
  isIncidentResolved,
  recordIncident,
  resolveRefundedIncidents,
} from "~/domain/payments/incidents.server"
import { methodName } from "~/domain/payments/online-methods"
import { formatAmount } from "~/domain/settings/format-amount"
import type { Subscriber, Tx } from "~/domain/shop"

const STANDING_NOTE =
  "remains valid if you refund the money again. If you do not, have the note cancelled in your accounts."

export const incidents = {
  "payment.rejected": (tx, { payment: { userId, checkoutId }, intentId, reason }) =>
    recordIncident(tx, { kind: "paid-without-order", intentId, userId, checkoutId, detail: reason }),
  "payment.recovered": (tx, { payment: { userId, checkoutId }, intentId, orderId }) =>
    recordIncident(tx, {
      kind: "order-recovered",
      intentId,
      orderId,
      userId,
      checkoutId,
      detail: "Neither the browser nor the payment service reported this payment. Its order has now been created.",
      resolved: true,
    }),
  "payment.found": (tx, { amount, reason, ...about }) => {
    const became = reason ? `It was refunded: ${reason}.` : "Its order has now been created."
    const detail = `The payment service has a payment of ${formatAmount(tx, amount)} that was missing from the database. ${became}`
    return recordIncident(tx, { kind: "payment-found", detail, ...about })
  },
  "payments.of-a-copy": (tx, { intentId, what }) =>
    recordIncident(tx, {
      kind: "payments-of-a-copy",
      intentId,
      userId: null,
      detail: `The payment service has payments of this shop that its database does not know. They ${what}. The shop ignores them. If this is a copy, remove its payment keys. If no other copy is running, mark this as resolved.`,
    }),
  "payment.stuck": (tx, { amount, userId, gatewayId, checkoutId, days }) =>
    recordIncident(tx, {
      kind: "payment-stuck",
      intentId: gatewayId,
      userId,
      checkoutId,
      detail: `The payment service has been processing a payment of ${formatAmount(tx, amount)} for more than ${days ? `${days} days` : "an hour"}.`,
    }),
  "refund.failed": async (tx, { refund, reason, gatewayRefundId }) => {
    const note = await findCreditNoteNumber(tx, refund)
    const detail = `${formatAmount(tx, refund.amount)} could not be refunded: ${reason}`
    await recordIncident(tx, {
      kind: "refund-failed",
      intentId: refund.payment_intent_id,
      userId: null,
      orderId: refund.order_id,
      occurrence: gatewayRefundId ?? refund.id,
      detail: note ? `${detail}. Its credit note ${note} ${STANDING_NOTE}` : detail,
    })
  },
  "refund.succeeded": (tx, { payment_intent_id: intentId }) => resolveRefundedIncidents(tx, intentId),
  "refund.made-elsewhere": async (tx, { refund: { id: occurrence, intentId, amount }, order, fits, cancelled }) => {
    const kind = "refunded-elsewhere" as const
    if (!fits && (await isIncidentResolved(tx, { kind, intentId, occurrence }))) return
    const what = `${formatAmount(tx, amount)} was refunded at the payment service, not in the shop`
    const consequence = cancelled
      ? " The order had not been shipped, so it is cancelled, and its units are back in stock."
      : ""
    const detail = fits ? `${what}.${consequence}` : `${what}: more than could still be refunded for this order.`
    const about = { intentId, userId: order.user_id, orderId: order.id }
    await recordIncident(tx, { kind, ...about, occurrence, detail, resolved: fits })
  },
  "dispute.opened": (tx, { reason, method, ...about }) => {
    const detail = `${whoDisputes(method)} the payment (${reason}). Please answer at the payment service.`
    return recordIncident(tx, { ...about, kind: "disputed", detail })
  },
  "dispute.won": closeDispute,
  "dispute.lost": async (tx, dispute) => {
    await closeDispute(tx, dispute)
    const { reason, method: _, ...about } = dispute
    const detail = `The dispute about the payment (${reason}) was lost: the bank has taken the money back.`
    await recordIncident(tx, { ...about, kind: "dispute-lost", detail })
  },
} satisfies Subscriber

function whoDisputes(method: string | null): string {
  if (method === null || method === "card") return "The cardholder's bank disputes"
  return `The customer or their bank disputes, by the rules of ${methodName(method)},`
}

/** Records a resolved incident, because the event of its beginning may arrive later. */
async function closeDispute(tx: Tx, { reason, method, ...about }: Events["dispute.won"]): Promise<void> {
  const detail = `${whoDisputes(method)} the payment (${reason}).`
  await recordIncident(tx, { ...about, kind: "disputed", detail, resolved: true })
  await autoResolveIncident(tx, "disputed", about.intentId, about.occurrence)
}
