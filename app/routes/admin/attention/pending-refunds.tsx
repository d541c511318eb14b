import { orderName } from "~/domain/orders/order"
import { methodName, refundRuleOf } from "~/domain/payments/online-methods"
import type { PendingRefund } from "~/domain/refunds/refund-lists.server"
import { paths } from "~/paths"
import { DateTime } from "~/ui/date-time"
import { DataTable } from "~/ui/lists/data-table"
import { Price } from "~/ui/price"
import { RecordLink } from "../permitted/permitted"

/** Refunds that the gateway has not confirmed; the shop polls it. */
export function PendingRefunds({ refunds }: { refunds: PendingRefund[] }) {
  return (
    <DataTable
      caption="Pending refunds"
      columns={[
        { key: "about", label: "Order or payment" },
        { key: "reason", label: "Reason" },
        { key: "when", label: "Requested" },
        { key: "trouble", label: "Last error" },
        { key: "amount", label: "Amount", align: "end", narrow: "end" },
      ]}
      rows={refunds.map((refund) => ({
        id: refund.id,
        about:
          refund.orderId && refund.orderNumber ? (
            <RecordLink to={paths.adminOrder(refund.orderId)}>Order {orderName(refund.orderNumber)}</RecordLink>
          ) : (
            refund.intentId
          ),
        reason: refund.reason,
        when: <DateTime date={refund.createdAt} />,
        trouble: refund.failure ?? expected(refund) ?? "None",
        amount: <Price cents={refund.amount} />,
      }))}
    />
  )
}

function expected({ method }: PendingRefund): string | null {
  if (method === null || !refundRuleOf(method).isDeferred) return null
  return `None: refunds of ${methodName(method)} take some days`
}
