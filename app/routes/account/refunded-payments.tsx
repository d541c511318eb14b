import type { RefundedPayment } from "~/domain/orders/refunded-payments.server"
import { Badge } from "~/ui/badge"
import { DataTable } from "~/ui/data-table"
import { Price } from "~/ui/price"
import { WhenDay } from "~/ui/when"

const columns = [
  { key: "date", label: "Date" },
  { key: "reason", label: "Reason" },
  { key: "status", label: "Refund" },
  { key: "amount", label: "Amount", align: "end" as const },
]

/** Payments that became no order: nobody has to wonder where that money is. */
export function RefundedPayments({ payments }: { payments: RefundedPayment[] }) {
  return (
    <section className="stack" aria-labelledby="refunded-payments">
      <h2 id="refunded-payments">Payments we gave back</h2>
      <p className="muted">These payments could not become orders. The money goes back to the card you paid with.</p>
      <DataTable
        caption="Payments we gave back"
        captionHidden
        columns={columns}
        empty={null}
        rows={payments.map((payment) => ({
          id: payment.id,
          date: <WhenDay date={payment.createdAt} />,
          reason: payment.reason,
          status: (
            <Badge tone={payment.settled ? "good" : "neutral"}>{payment.settled ? "Refunded" : "On its way"}</Badge>
          ),
          amount: <Price cents={payment.amount} />,
        }))}
      />
    </section>
  )
}
