/** Why a payment could not become an order. */
export type RefundReason = "stock" | "amount" | "twice" | "unclaimed"

/** In words for the shopper and the books. */
export const refundReasons: Record<RefundReason, string> = {
  stock: "What was ordered sold out before the payment arrived",
  amount: "The amount paid differs from the order's total",
  twice: "This order was already paid with another payment",
  unclaimed: "The payment was made, but no order followed",
}

/** The reason that was written down with a refund. */
export function refundReasonOf(words: string): RefundReason {
  const reasons = Object.keys(refundReasons) as RefundReason[]
  return reasons.find((reason) => refundReasons[reason] === words) ?? "stock"
}
