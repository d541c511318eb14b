// /success
import { useLoaderData } from "@remix-run/react"
import { findRecentOrderId } from "~/domain/orders/recent-order.server"
import { memberPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { Icon } from "~/ui/icon"
import { title } from "~/ui/shell/title"

export const meta = title("Thank you")

export const loader = memberPage(async ({ shop, actor, url, redirect }) => {
  const orderId = await findRecentOrderId(shop, actor, url.searchParams.get("order"))
  return orderId === null ? redirect("/orders") : { orderId, email: actor.email }
})

export default function Success() {
  const { orderId, email } = useLoaderData<typeof loader>()
  return (
    <div className="page page-narrow success">
      <Icon name="check" />
      <h1>Your Order has been Placed successfully</h1>
      <p className="lead">We are sending a confirmation to {email} and pack your order next.</p>
      <div className="cluster">
        <ButtonLink to="/orders">View your orders</ButtonLink>
        <ButtonLink to={paths.order(orderId)} variant="secondary" icon="receipt">
          This order
        </ButtonLink>
      </div>
    </div>
  )
}
