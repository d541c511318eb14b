import type { OrderStatus, PaymentStatus } from "~/domain/orders/order"
import { Badge } from "./badge"

/** Delivered is green, any other status red. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={status === "Delivered" ? "good" : "bad"}>{status}</Badge>
}

/** PAID only when the payment has succeeded and was not wholly refunded. */
export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const paid = status === "succeeded"
  return <Badge tone={paid ? "good" : "bad"}>{paid ? "PAID" : "NOT PAID"}</Badge>
}
