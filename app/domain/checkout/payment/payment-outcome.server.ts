import type { Checkout } from "~/domain/checkout/checkout"
import type { GatewayPayment } from "~/domain/payments/gateway"
import { type Rejection, rejection, rejectionMessage } from "~/domain/refunds/rejection"
import { rejectionColumns, toRejection } from "~/domain/refunds/rejection-columns.server"
import type { Queryable, Shop } from "~/domain/shop"
import { ShopError } from "~/domain/shop-error"

/** `unclaimed`: paid through the API, no order requested yet; `unknown`: not a payment of this shop. */
export type PaymentOutcome =
  | { kind: "ordered"; orderId: string }
  | { kind: "refunded"; rejection: Rejection }
  | { kind: "unclaimed" }
  | { kind: "unpaid"; status: GatewayPayment["status"] }
  | { kind: "unknown" }

/** Returns null for held and released checkouts. */
export async function outcomeOfCheckout(shop: Shop, checkout: Checkout): Promise<PaymentOutcome | null> {
  if (checkout.status === "completed") return { kind: "ordered", orderId: await findOrderOf(shop, checkout.id) }
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

export async function findOrderOf({ db }: Queryable, checkoutId: string): Promise<string> {
  const order = db.selectFrom("orders").select("id").where("checkout_id", "=", checkoutId)
  return (await order.executeTakeFirstOrThrow()).id
}

/** Returns null while the card needs an approval; throws `payment` if no order is possible. */
export function orderIdOf(outcome: PaymentOutcome): string | null {
  if (outcome.kind === "ordered") return outcome.orderId
  if (outcome.kind === "unpaid" && outcome.status === "requires_action") return null
  if (outcome.kind === "refunded") throw new ShopError("payment", describeRejection(outcome.rejection))
  throw new ShopError("payment", "Issue processing the order")
}

export function describeRejection(rejection: Rejection): string {
  return `${rejectionMessage(rejection)}. Your payment is being refunded in full.`
}

export const paymentProcessing = () =>
  new ShopError("payment", "Your bank is still processing your payment. Please wait a moment.")
