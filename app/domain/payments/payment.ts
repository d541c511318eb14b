import type { Cents } from "../money"
import type { GatewayPayment } from "./gateway"

/**
 * A way that was opened to pay for something, as the shop itself has recorded it.
 * - `open`: it may be paid; a checkout has one of these at the most
 * - `cancelled`: it can no longer be paid, and never was
 * - `succeeded`: the money came; an order stands for it, or a refund of all of it
 */
export interface Payment {
  id: string
  userId: string
  /** Null as long as a client of the API has not said what it pays for. */
  checkoutId: string | null
  /** `intent`: confirmed by scripts or in the sandbox; `hosted`: on the gateway's own page. */
  kind: PaymentKind
  amount: Cents
  status: "open" | "cancelled" | "succeeded"
  /** Null until the gateway has responded. */
  gatewayId: string | null
  /** The intent that moved the money. */
  intentId: string | null
  /** When the shop last began to cancel it at the gateway. */
  cancellingSince: Date | null
  createdAt: Date
}

/** A payment as the gateway has it, with the shop's own record: what one step of a payment hands to the next. */
export interface TrackedPayment extends GatewayPayment {
  record: Payment
}

export type PaymentKind = "intent" | "hosted"
