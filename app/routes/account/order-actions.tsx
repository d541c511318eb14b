import { Form } from "@remix-run/react"
import { formatCents } from "~/domain/money"
import type { Order } from "~/domain/orders/order"
import { Button } from "~/ui/button"
import { ConfirmLink } from "~/ui/confirm-link"

interface OrderActionsProps {
  order: Pick<Order, "id" | "status" | "totals" | "refunded"> & { lines: { onSale: boolean }[] }
}

/** What its owner can do with an order. */
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
      {status === "Processing" && (
        <ConfirmLink to={`/order/${id}/cancel`} label="Cancel order" title="Cancel this order?" confirm="Cancel order">
          <p>{cancelWords(totals.total - refunded)}</p>
        </ConfirmLink>
      )}
    </div>
  )
}

/** @param amount what goes back, in cents */
export function cancelWords(amount: number): string {
  const refund = amount > 0 ? `${formatCents(amount)} goes back to the card you paid with. ` : ""
  return `${refund}A cancelled order cannot be taken up again, but you can order the same items anew.`
}
