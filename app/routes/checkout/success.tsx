// /success
import { useLoaderData } from "@remix-run/react"
import { orderName } from "~/domain/orders/order"
import { findRecentOrder } from "~/domain/orders/recent-order.server"
import { memberPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { Icon } from "~/ui/icon"
import { title } from "~/ui/shell/title"

export const meta = title("Thank you")

export const loader = memberPage(async ({ shop, actor, url, redirect }) => {
  const order = await findRecentOrder(shop, actor, url.searchParams.get("order"))
  return order === null ? redirect("/orders") : { id: order.id, name: orderName(order.number), email: actor.email }
})

export default function Success() {
  const { id, name, email } = useLoaderData<typeof loader>()
  return (
    <div className="page page-narrow success">
      <Icon name="check" />
      <h1>Your Order has been Placed successfully</h1>
      <p className="lead">We are sending a confirmation to {email} and pack your order next.</p>
      <div className="cluster">
        <ButtonLink to="/orders">View your orders</ButtonLink>
        <ButtonLink to={paths.order(id)} variant="secondary" icon="receipt">
          Order {name}
        </ButtonLink>
      </div>
    </div>
  )
}
