import { allowsUnpaidOrders, type PaymentFacts, transferDaysOf } from "~/domain/settings/payment-methods"

/** How orders are paid, and when the contract is made if they are not paid online, as Markdown */
export function paymentTerms(facts: PaymentFacts & { onlineMethods: string }): string {
  const { transfers, paidOnCollection, paidOnDelivery, onlineMethods } = facts
  const online = onlineMethods === "" ? "by card" : "by card or by another method that the payment page offers"
  const later = [
    ...(transfers === "on" ? [`by bank transfer within ${transferDaysOf(facts)} days`] : []),
    ...(paidOnCollection === "on" ? ["when you collect the order"] : []),
    ...(paidOnDelivery === "on" ? ["in cash on delivery"] : []),
  ]
  const ways = new Intl.ListFormat("en", { type: "disjunction" }).format([online, ...later])
  const contract = allowsUnpaidOrders(facts)
    ? " If you do not pay online, the contract is made when we confirm your order by email."
    : ""
  return `You pay ${ways}.${contract}`
}
