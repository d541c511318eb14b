import type { Cents } from "../money"
import type { Order } from "./order"

export interface OrderEvent {
  kind: "placed" | "shipped" | "delivered" | "cancelled" | "refunded"
  at: Date
  /** Of a refund. */
  amount?: Cents
  /** Of a refund: whether the money has left. */
  completed?: boolean
  /** Of a cancellation: why the shop made it. */
  reason?: string
}

/** What has happened to an order so far, oldest first; a refund that failed did not happen. */
export function timelineOf(order: Order): OrderEvent[] {
  const steps: [kind: OrderEvent["kind"], at: Date | null, reason?: string | null][] = [
    ["placed", order.createdAt],
    ["shipped", order.shippedAt],
    ["delivered", order.deliveredAt],
    ["cancelled", order.cancelledAt, order.cancellationReason],
  ]
  const events = steps.flatMap(([kind, at, reason]): OrderEvent[] => {
    return at ? [{ kind, at, ...(reason && { reason }) }] : []
  })
  const refunds = order.refunds
    .filter((refund) => refund.status !== "failed")
    .map(({ amount, status, createdAt }): OrderEvent => {
      return { kind: "refunded", at: createdAt, amount, completed: status === "succeeded" }
    })
  return [...events, ...refunds].sort((one, other) => one.at.getTime() - other.at.getTime())
}
