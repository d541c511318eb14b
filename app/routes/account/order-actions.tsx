import { Form } from "@remix-run/react"
import { formatCents } from "~/domain/money"
import type { Order } from "~/domain/orders/order"
import { isCancellable } from "~/domain/orders/order-status"
import { Button } from "~/ui/button"
import { ConfirmLink } from "~/ui/confirm-link"

interface OrderActionsProps {
  order: Pick<Order, "id" | "status" | "totals" | "refunded"> & { lines: { onSale: boolean }[] }
}

/** The actions that a customer can take on their order. */
export function OrderActions({ order: { id, status, totals, refunded, lines } }: OrderActionsProps) {
  return (
    <div className="cluster no-print">
      {lines.some((line) => line.onSale) && (
        <Form method="post" action={`/order/${id}/again`}>
          <Button variant="secondary" icon="refresh">
            Order again
          </Button>
        </Form>
      )}
      {isCancellable({ status }) && (
        <ConfirmLink
          to={`/order/${id}/cancel`}
          label="Cancel order"
          title="Cancel this order?"
          confirm="Cancel order"
          keep="Keep order"
        >
          <p>{cancelConsequence(totals.total - refunded)}</p>
        </ConfirmLink>
      )}
    </div>
  )
}

/** @param amount what goes back, in cents */
export function cancelConsequence(amount: number): string {
  const refund = amount > 0 ? `${formatCents(amount)} will be refunded to the card you paid with. ` : ""
  return `${refund}A cancelled order cannot be reopened, but you can order the same items again.`
}
