import type { OrderStatus } from "~/domain/orders/order"
import type { OrderEvent } from "~/domain/orders/order-timeline"
import { Price } from "./price"
import { When } from "./when"

const names: Record<OrderEvent["kind"], string> = {
  placed: "Order placed and paid",
  shipped: "Shipped",
  delivered: "Delivered",
  cancelled: "Cancelled",
  refunded: "Refunded",
}

const ahead: Record<OrderStatus, string[]> = {
  Processing: ["Shipped", "Delivered"],
  Shipped: ["Delivered"],
  Delivered: [],
  Cancelled: [],
}

/** What has happened to an order, and the steps that are still ahead. */
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
                {!event.settled && " (on its way)"}
              </>
            )}
          </p>
          <p className="muted">
            <When date={event.at} />
          </p>
        </li>
      ))}
      {ahead[status].map((step) => (
        <li key={step} className="timeline-ahead">
          <p>{step}</p>
        </li>
      ))}
    </ol>
  )
}
