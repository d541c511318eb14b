import type { Order } from "~/domain/orders/order"
import { type StatusRules, statusRules, stepsTo } from "~/domain/orders/order-status"
import { DateTime } from "~/ui/date-time"
import { Lines } from "~/ui/lines"
import { StepIndicator } from "./step-indicator"

interface OrderStepsProps {
  order: Pick<Order, "status" | "cancellationReason" | StatusRules["reachedAt"]>
}

export function OrderSteps({ order }: OrderStepsProps) {
  const path = stepsTo(order.status)
  const current = path.indexOf(order.status)
  const steps = path.map((name) => {
    const date = order[statusRules[name].reachedAt]
    const reason = name === order.status && order.cancellationReason
    const reached = (date: Date) => (
      <>
        <DateTime date={date} />
        {reason && (
          <p className="as-written">
            <Lines text={reason} />
          </p>
        )}
      </>
    )
    return { name, detail: date ? reached(date) : "Not yet" }
  })
  return <StepIndicator label="Progress" steps={steps} current={current} ended={current === steps.length - 1} />
}
