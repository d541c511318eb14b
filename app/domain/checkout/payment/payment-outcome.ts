import type { GatewayPayment } from "~/domain/payments/gateway"
import { type Rejection, rejectionMessage } from "~/domain/refunds/rejection"
import { invalid, ShopError } from "~/domain/shop-error"

/** `unclaimed`: paid through the API, without an order request yet; `unknown`: not a payment of this shop. */
export type PaymentOutcome =
  | { kind: "ordered"; orderId: string }
  | { kind: "refunded"; rejection: Rejection }
  | { kind: "unclaimed" }
  | { kind: "unpaid"; status: GatewayPayment["status"] }
  | { kind: "unknown" }

/** Returns null while the card needs an approval; throws `payment` if no order is possible. */
export function orderIdOf(outcome: PaymentOutcome): string | null {
  if (outcome.kind === "ordered") return outcome.orderId
  if (outcome.kind === "refunded") throw new ShopError("payment", describeRejection(outcome.rejection))
  if (outcome.kind === "unpaid" && outcome.status === "requires_action") return null
  if (outcome.kind === "unpaid" && outcome.status === "processing") throw paymentProcessing()
  throw new ShopError("payment", "Issue processing the order")
}

export function describeRejection(rejection: Rejection): string {
  return `${rejectionMessage(rejection)}. Your payment is being refunded in full.`
}

export const noConfirmedCart = () => invalid("Please confirm your order before paying", "checkout")

export const paymentProcessing = () =>
  new ShopError("payment", "Your bank is still processing your payment. Please wait a moment.")
