// /order/:id/cancel

import { useLoaderData } from "@remix-run/react"
import { cancelOrder } from "~/domain/orders/cancellation/cancel-order.server"
import { moneyBackOf, orderName } from "~/domain/orders/order"
import { isCancellable, type OrderStatus } from "~/domain/orders/order-status"
import { findOrder } from "~/domain/orders/orders.server"
import { noFields, orderForm } from "~/http/doorways/form.server"
import { orderPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"
import { Button, ButtonLink } from "~/ui/button"
import { PostForm } from "~/ui/form/post-form"
import { NarrowPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"
import { useCancelConsequence } from "./order-actions"
import { orderTrail } from "./order-trail"

export const meta = title<typeof loader>(({ number }) => `Cancel your order ${orderName(number)}`)

export const loader = orderPage(async ({ shop, actor, id }) => {
  const order = await findOrder(shop, actor, id)
  return {
    id: order.id,
    number: order.number,
    isGuest: actor.kind === "guest",
    status: order.status,
    amount: moneyBackOf(order),
    method: order.payment.method,
  }
})

export const action = orderForm(
  noFields,
  async ({ shop, actor, id, redirectWithSuccess }) => {
    await cancelOrder(shop, actor, id)
    return redirectWithSuccess(paths.order(id), "Your order is cancelled")
  },
  { refused: asToast(({ params }) => paths.order(params.id ?? "")) },
)

export default function CancelOrder() {
  const { id, number, isGuest, status, amount, method } = useLoaderData<typeof loader>()
  const possible = isCancellable({ status })
  const consequence = useCancelConsequence(amount, method)
  return (
    <NarrowPage
      trail={orderTrail({ id, number }, isGuest, "Cancel order")}
      title={possible ? "Cancel this order?" : "This order cannot be cancelled"}
      lead={possible ? consequence : notCancellable[status]}
    >
      {possible ? (
        <PostForm
          tool={{ name: "cancel_order", description: "Cancels the order; what was paid is refunded" }}
          className="cluster"
        >
          <Button variant="danger">Cancel order</Button>
          <ButtonLink to={paths.order(id)} variant="secondary">
            Keep order
          </ButtonLink>
        </PostForm>
      ) : (
        <p>
          <ButtonLink to={paths.order(id)}>Show your order</ButtonLink>
        </p>
      )}
    </NarrowPage>
  )
}

const notCancellable: Record<OrderStatus, string> = {
  Processing: "",
  Shipped: "It is already on its way.",
  Delivered: "It has already been delivered.",
  Cancelled: "It has already been cancelled.",
}
