import type { GatewayPayment } from "~/domain/payments/gateway"
import { type Rejection, rejection, rejectionMessage } from "~/domain/refunds/rejection"
import { rejectionColumns, toRejection } from "~/domain/refunds/rejection-columns.server"
import type { Shop } from "../shop"
import { ShopError } from "../shop-error"
import type { Checkout } from "./checkout"

/**
 * How a payment stands once the shop has done its part:
 * - `ordered`: the order is written, now or earlier
 * - `refunded`: it was paid, could not become an order, and the money goes back
 * - `unclaimed`: it was paid by a client of the API that has not said for what yet
 * - `unpaid`: the gateway has no money yet
 * - `unknown`: no payment of this shop
 */
export type PaymentOutcome =
  | { kind: "ordered"; orderId: string }
  | { kind: "refunded"; rejection: Rejection }
  | { kind: "unclaimed" }
  | { kind: "unpaid"; status: GatewayPayment["status"] }
  | { kind: "unknown" }

/** The outcome of a checkout; null while it is held, and when it was released. */
export async function outcomeOfCheckout(shop: Shop, checkout: Checkout): Promise<PaymentOutcome | null> {
  if (checkout.status === "completed") {
    const order = await shop.db
      .selectFrom("orders")
      .select("id")
      .where("checkout_id", "=", checkout.id)
      .executeTakeFirstOrThrow()
    return { kind: "ordered", orderId: order.id }
  }
  if (checkout.status !== "refunded") return null
  const refund = await shop.db
    .selectFrom("refunds")
    .innerJoin("payments", "payments.id", "refunds.payment_id")
    .select(rejectionColumns)
    .where("payments.checkout_id", "=", checkout.id)
    .orderBy("refunds.id")
    .limit(1)
    .executeTakeFirst()
  return { kind: "refunded", rejection: refund ? toRejection(refund) : rejection("out-of-stock") }
}

/**
 * What an outcome means for the shopper who waits: the order's id, or null while the card still needs an approval.
 * @throws ShopError `payment` when nothing can come of it
 */
export function orderIdOf(outcome: PaymentOutcome): string | null {
  if (outcome.kind === "ordered") return outcome.orderId
  if (outcome.kind === "unpaid" && outcome.status === "requires_action") return null
  if (outcome.kind === "refunded") throw new ShopError("payment", describeRejection(outcome.rejection))
  throw new ShopError("payment", "Issue processing the order")
}

/** The message to a shopper whose payment could not become an order. */
export function describeRejection(rejection: Rejection): string {
  return `${rejectionMessage(rejection)}. Your payment is being refunded in full.`
}

export const paymentProcessing = () =>
  new ShopError("payment", "Your bank is still processing your payment. Please wait a moment.")
