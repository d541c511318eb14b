import type { Order } from "~/domain/orders/order"
import { DateTime } from "./date-time"
import { StepIndicator } from "./step-indicator"

interface OrderStepsProps {
  order: Pick<Order, "status" | "createdAt" | "shippedAt" | "deliveredAt" | "cancelledAt" | "cancellationReason">
}

/** How far an order has come, with the dates; one that was cancelled ends there, and says why. */
export function OrderSteps({ order }: OrderStepsProps) {
  const steps = stepsOf(order)
  const current = steps.findIndex((step) => step.name === order.status)
  const ended = current === steps.length - 1
  return <StepIndicator label="Progress" steps={steps} current={current} ended={ended} />
}

function stepsOf({ createdAt, shippedAt, deliveredAt, cancelledAt, cancellationReason }: OrderStepsProps["order"]) {
  const placed = { name: "Processing", detail: <DateTime date={createdAt} /> }
  if (cancelledAt) {
    const detail = (
      <>
        <DateTime date={cancelledAt} />
        {cancellationReason && <p className="as-written">{cancellationReason}</p>}
      </>
    )
    return [placed, { name: "Cancelled", detail }]
  }
  const dateOf = (date: Date | null) => (date ? <DateTime date={date} /> : "Not yet")
  return [placed, { name: "Shipped", detail: dateOf(shippedAt) }, { name: "Delivered", detail: dateOf(deliveredAt) }]
}
