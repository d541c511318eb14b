import type { Shop } from "../shop"
import { ShopError } from "../shop-error"
import type { Checkout } from "./checkout"
import type { PaymentOutcome } from "./finish-payment.server"
import { type RefundReason, refundReasonOf, refundReasons } from "./refund-reason"

/** What came of a checkout; null while it is held, and when it was released. */
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
    .select("refunds.reason")
    .where("payments.checkout_id", "=", checkout.id)
    .orderBy("refunds.id")
    .limit(1)
    .executeTakeFirst()
  return { kind: "refunded", reason: refundReasonOf(refund?.reason ?? "") }
}

/**
 * What an outcome means for the shopper who waits: the order's id, or null while the card still needs an approval.
 * @throws ShopError `payment` when nothing can come of it
 */
export function orderIdOf(outcome: PaymentOutcome): string | null {
  if (outcome.kind === "ordered") return outcome.orderId
  if (outcome.kind === "unpaid" && outcome.status === "requires_action") return null
  if (outcome.kind === "refunded") throw new ShopError("payment", describeRefund(outcome.reason))
  throw new ShopError("payment", "Issue processing the order")
}

export function describeRefund(reason: RefundReason): string {
  return `${refundReasons[reason]}. Your payment is being refunded in full.`
}
