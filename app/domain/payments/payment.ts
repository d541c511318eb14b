import type { Cents } from "../money"

/**
 * A way that was opened to pay for something, as the shop itself has recorded it.
 * - `open`: it may be paid; a checkout has one of these at the most
 * - `closed`: it can be paid no more, and never was
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
  status: "open" | "closed" | "succeeded"
  /** What the gateway calls it; null until it has answered. */
  gatewayId: string | null
  /** The intent that moved the money. */
  intentId: string | null
  /** When the shop itself last set out to end it at the gateway. */
  cancellingSince: Date | null
  createdAt: Date
}

export type PaymentKind = "intent" | "hosted"
