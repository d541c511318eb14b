/**
 * What is out of the ordinary with a payment:
 * - `paid-without-order`: the money came, no order could; it goes back by itself
 * - `order-recovered`: neither the browser nor the gateway reported a payment, reconciliation found it
 * - `refund-failed`: the gateway did not give money back that is owed
 * - `refunded-elsewhere`: somebody refunded with the gateway itself
 * - `payment-stuck`: the gateway has been working on a payment for too long, and its units are held
 * - `disputed`: the cardholder's bank asks for the money back
 * - `dispute-lost`: the bank has taken it back
 */
export type IncidentKind =
  | "paid-without-order"
  | "order-recovered"
  | "refund-failed"
  | "refunded-elsewhere"
  | "payment-stuck"
  | "disputed"
  | "dispute-lost"

export interface Incident {
  id: string
  kind: IncidentKind
  detail: string
  intentId: string | null
  orderId: string | null
  user: { id: string; name: string; email: string } | null
  createdAt: Date
  /** Null while somebody should look at it. */
  resolvedAt: Date | null
}

/** In the administrators' words. */
export const incidentNames: Record<IncidentKind, string> = {
  "paid-without-order": "Paid, but no order",
  "order-recovered": "Order found by reconciliation",
  "refund-failed": "Refund failed",
  "refunded-elsewhere": "Refunded at the payment service",
  "payment-stuck": "Payment takes too long",
  disputed: "Disputed by the cardholder",
  "dispute-lost": "Dispute lost",
}
