import type { Cents } from "~/domain/money/money"
import { type PaymentStatus, returnStateOf } from "~/domain/orders/order"
import { type OrderStatus, statusRules } from "~/domain/orders/order-status"
import { Badge } from "~/ui/badge"

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={statusRules[status].tone}>{status}</Badge>
}

/** PAID only if the payment succeeded and was not refunded in full. */
export function PaymentBadge({ status, total }: { status: PaymentStatus; total: Cents }) {
  if (total === 0) return <Badge tone="neutral">NOTHING TO PAY</Badge>
  const paid = status === "succeeded"
  return <Badge tone={paid ? "good" : "bad"}>{paid ? "PAID" : "NOT PAID"}</Badge>
}

/** Shows nothing unless sent units were returned. */
export function ReturnBadge({ order }: { order: Parameters<typeof returnStateOf>[0] }) {
  const state = returnStateOf(order)
  return state && <Badge tone="neutral">{state}</Badge>
}
