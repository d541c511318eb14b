/** What is out of the ordinary with a payment, in the administrators' words. */
export const incidentNames = {
  /** The money came, no order could; it goes back by itself. */
  "paid-without-order": "Paid, but no order",
  /** Neither the browser nor the gateway reported a payment, reconciliation found it. */
  "order-recovered": "Order found by reconciliation",
  /** The gateway did not give money back that is owed. */
  "refund-failed": "Refund failed",
  /** It was refunded with the gateway itself. */
  "refunded-elsewhere": "Refunded at the payment service",
  /** The gateway has been working on a payment for too long, and its units are held. */
  "payment-stuck": "Payment takes too long",
  /** The cardholder's bank asks for the money back. */
  disputed: "Disputed by the cardholder",
  /** The bank has taken it back. */
  "dispute-lost": "Dispute lost",
}

export type IncidentKind = keyof typeof incidentNames

export interface Incident {
  id: string
  kind: IncidentKind
  detail: string
  intentId: string | null
  orderId: string | null
  user: { id: string; name: string; email: string } | null
  createdAt: Date
  /** Null while it needs attention. */
  resolvedAt: Date | null
}
