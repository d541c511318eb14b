import type { RefundedPayment } from "~/domain/refunds/refund-lists.server"
import { Badge } from "~/ui/badge"
import { CalendarDate } from "~/ui/date-time"
import { type Column, DataTable } from "~/ui/lists/data-table"
import { Price } from "~/ui/price"

const columns = [
  { key: "date", label: "Date" },
  { key: "reason", label: "Reason" },
  { key: "status", label: "Refund" },
  { key: "amount", label: "Amount", align: "end", narrow: "end" },
] satisfies Column[]

/** Payments that did not become orders, with their refunds. */
export function RefundedPayments({ payments }: { payments: RefundedPayment[] }) {
  return (
    <section className="stack" aria-labelledby="refunded-payments">
      <h2 id="refunded-payments">Refunded payments</h2>
      <p className="muted">
        We could not turn these payments into orders. We are refunding them to the card you paid with.
      </p>
      <DataTable
        caption="Refunded payments"
        columns={columns}
        rows={payments.map((payment) => ({
          id: payment.id,
          date: <CalendarDate date={payment.createdAt} />,
          reason: payment.reason,
          status: (
            <Badge tone={payment.completed ? "good" : "neutral"}>{payment.completed ? "Refunded" : "On its way"}</Badge>
          ),
          amount: <Price cents={payment.amount} />,
        }))}
      />
    </section>
  )
}
