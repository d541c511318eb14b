import { moneyBackOf, type Order } from "~/domain/orders/order"
import { isCancellable } from "~/domain/orders/order-status"
import type { PaymentMethod } from "~/domain/settings/payment-methods"
import { paths } from "~/paths"
import { Button, ButtonLink } from "~/ui/button"
import { ConfirmLink } from "~/ui/confirm-link"
import { useFormatMoney } from "~/ui/currency"
import { PostForm } from "~/ui/form/post-form"

interface OrderActionsProps {
  order: Pick<Order, "id" | "status" | "totals" | "refunded" | "payment"> & { lines: { onSale: boolean }[] }
  withdrawable: boolean
  returnable: boolean
}

export function OrderActions({ order, withdrawable, returnable }: OrderActionsProps) {
  const { id, status, payment, lines } = order
  const consequence = useCancelConsequence(moneyBackOf(order), payment.method)
  return (
    <div className="cluster no-print">
      {lines.some((line) => line.onSale) && (
        <PostForm
          tool={{ name: "order_again", description: "Puts the products of this order into the cart", submits: true }}
          action={paths.orderAgain(id)}
        >
          <Button variant="secondary" icon="refresh">
            Order again
          </Button>
        </PostForm>
      )}
      {isCancellable({ status }) && (
        <ConfirmLink
          to={paths.cancelOrder(id)}
          label="Cancel order"
          title="Cancel this order?"
          confirm="Cancel order"
          keep="Keep order"
        >
          <p>{consequence}</p>
        </ConfirmLink>
      )}
      {returnable && (
        <ButtonLink to={paths.returnItems(id)} variant="secondary">
          Return items
        </ButtonLink>
      )}
      {withdrawable && (
        <ButtonLink to={paths.withdrawOrder(id)} variant="secondary">
          Withdraw from contract here
        </ButtonLink>
      )}
    </div>
  )
}

/** @param amount the refund in cents */
export function useCancelConsequence(amount: number, method: PaymentMethod): string {
  const formatMoney = useFormatMoney()
  const way = method === "online" ? "refunded to the card you paid with" : "paid back to you"
  const refund = amount > 0 ? `${formatMoney(amount)} will be ${way}. ` : ""
  return `${refund}A cancelled order cannot be reopened, but you can order the same items again.`
}
