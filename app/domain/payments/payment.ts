import type { ConsumerLaw } from "~/domain/law/consumer-law"
import type { Cents } from "~/domain/money/money"
import type { GatewayPayment } from "./gateway"
import type { OnlineMethod } from "./online-methods"

/** `open`: at most one per checkout; `cancelled`: never paid; `succeeded`: has an order or a full refund. */
export interface Payment {
  id: string
  userId: string
  /** Null until an API client places its order. */
  checkoutId: string | null
  /** `intent`: confirmed by scripts or in the sandbox; `hosted`: paid on the gateway's own page. */
  kind: PaymentKind
  amount: Cents
  status: "open" | "cancelled" | "succeeded"
  gatewayId: string | null
  intentId: string | null
  cancellingSince: Date | null
  /** The methods that the gateway may offer; null for cards only */
  methods: readonly OnlineMethod[] | null
  /** The method used; null until it is known */
  method: string | null
  processingSince: Date | null
  createdAt: Date
}

export interface TrackedPayment extends GatewayPayment {
  record: Payment
  /** Data of a payment that the database had lost: the id of its refund, and the amount already refunded */
  lost?: { refundId: string; refunded: Cents }
}

/** The digests of the terms of orders under each law */
export type AgreedTerms = Partial<Record<ConsumerLaw, string>>

export type PaymentKind = "intent" | "hosted"
