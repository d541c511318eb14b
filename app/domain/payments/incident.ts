export const incidentNames = {
  "paid-without-order": "Paid, but no order",
  "payment-found": "Payment missing from the database",
  "payments-of-a-copy": "Payments from another copy of this shop",
  "order-recovered": "Order found by reconciliation",
  "refund-failed": "Refund failed",
  "refunded-elsewhere": "Refunded at the payment service",
  "payment-stuck": "Payment is taking too long",
  disputed: "Disputed by the cardholder",
  "dispute-lost": "Dispute lost",
}

export type IncidentKind = keyof typeof incidentNames

export interface NewIncident {
  kind: IncidentKind
  intentId: string | null
  userId: string | null
  orderId?: string | null
  checkoutId?: string | null
  detail: string
  /** Distinguishes incidents of the same kind and intent, so that the owner is notified of each. */
  occurrence?: string
  resolved?: boolean
}

export interface Incident {
  id: string
  kind: IncidentKind
  detail: string
  intentId: string | null
  orderId: string | null
  orderNumber: number | null
  user: { id: string; name: string; email: string; isGuest: boolean } | null
  createdAt: Date
  resolvedAt: Date | null
}
