// /success
import { useLoaderData } from "@remix-run/react"
import { orderName } from "~/domain/orders/order"
import { findRecentOrder } from "~/domain/orders/recent-order.server"
import { buyerPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { Icon } from "~/ui/icon"
import { title } from "~/ui/shell/title"

export const meta = title("Thank you")

export const loader = buyerPage(async ({ shop, actor, url, redirect }) => {
  const order = await findRecentOrder(shop, actor, url.searchParams.get("order"))
  const isGuest = actor.kind === "guest"
  if (order === null) return redirect(isGuest ? "/" : "/orders")
  return { id: order.id, name: orderName(order.number), email: actor.email, isGuest }
})

export default function Success() {
  const { id, name, email, isGuest } = useLoaderData<typeof loader>()
  return (
    <div className="page page-narrow success">
      <Icon name="check" />
      <h1>Your Order has been Placed successfully</h1>
      <p className="lead">
        We are sending a confirmation to {email}
        {isGuest && ", with a link to your order,"} and pack your order next.
      </p>
      <div className="cluster">
        {!isGuest && <ButtonLink to="/orders">View your orders</ButtonLink>}
        <ButtonLink to={paths.order(id)} variant={isGuest ? "primary" : "secondary"} icon="receipt">
          Order {name}
        </ButtonLink>
      </div>
    </div>
  )
}
