import type { Cents } from "../money"
import type { Order } from "./order"

export interface OrderEvent {
  kind: "placed" | "shipped" | "delivered" | "cancelled" | "refunded"
  at: Date
  /** Of a refund. */
  amount?: Cents
  /** Of a refund: whether the money has left. */
  settled?: boolean
}

/** What has happened to an order so far, oldest first; a refund that failed did not happen. */
export function timelineOf(order: Order): OrderEvent[] {
  const steps: [OrderEvent["kind"], Date | null][] = [
    ["placed", order.createdAt],
    ["shipped", order.shippedAt],
    ["delivered", order.deliveredAt],
    ["cancelled", order.cancelledAt],
  ]
  const events = steps.flatMap(([kind, at]): OrderEvent[] => (at ? [{ kind, at }] : []))
  const refunds = order.refunds
    .filter((refund) => refund.status !== "failed")
    .map(({ amount, status, createdAt }): OrderEvent => {
      return { kind: "refunded", at: createdAt, amount, settled: status === "succeeded" }
    })
  return [...events, ...refunds].sort((one, other) => one.at.getTime() - other.at.getTime())
}
