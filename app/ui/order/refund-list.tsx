import type { OrderRefund } from "~/domain/orders/order"
import { CalendarDate } from "~/ui/date-time"
import { Lines } from "~/ui/lines"
import { Price } from "~/ui/price"

type StaffOnly = "reason" | "requestedBy"

interface RefundListProps {
  /** Reasons and names are for staff only. */
  refunds: readonly (Omit<OrderRefund, StaffOnly> & Partial<Pick<OrderRefund, StaffOnly>>)[]
}

/** Failed refunds are left out. */
export function RefundList({ refunds }: RefundListProps) {
  const made = refunds.filter(({ status }) => status !== "failed")
  if (made.length === 0) return null
  return (
    <ul className="stack stack-s" aria-label="Refunds">
      {made.map(({ id, amount, status, payout, createdAt, reason, requestedBy }) => (
        <li key={id}>
          {payout === "waived" ? "No longer due:" : "Refunded"} <Price cents={amount} />,{" "}
          <CalendarDate date={createdAt} />
          {requestedBy && ` by ${requestedBy}`}
          {status === "requested" && " (on its way)"}
          {reason && (
            <p className="muted as-written">
              <Lines text={reason} />
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
