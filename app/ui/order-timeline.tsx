import type { OrderStatus } from "~/domain/orders/order"
import type { OrderEvent } from "~/domain/orders/order-timeline"
import { DateTime } from "./date-time"
import { Price } from "./price"

const names: Record<OrderEvent["kind"], string> = {
  placed: "Order placed and paid",
  shipped: "Shipped",
  delivered: "Delivered",
  cancelled: "Cancelled",
  refunded: "Refunded",
}

const upcomingSteps: Record<OrderStatus, string[]> = {
  Processing: ["Shipped", "Delivered"],
  Shipped: ["Delivered"],
  Delivered: [],
  Cancelled: [],
}

/** The events of an order, and the steps that are still ahead. */
export function OrderTimeline({ events, status }: { events: OrderEvent[]; status: OrderStatus }) {
  return (
    <ol className="timeline">
      {events.map((event) => (
        <li key={`${event.kind} ${new Date(event.at).getTime()}`}>
          <p className="timeline-name">
            {names[event.kind]}
            {event.amount !== undefined && (
              <>
                {" "}
                <Price cents={event.amount} />
                {!event.completed && " (on its way)"}
              </>
            )}
          </p>
          {event.reason && <p>{event.reason}</p>}
          <p className="muted">
            <DateTime date={event.at} />
          </p>
        </li>
      ))}
      {upcomingSteps[status].map((step) => (
        <li key={step} className="timeline-ahead">
          <p>{step}</p>
        </li>
      ))}
    </ol>
  )
}
