// /success
import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { requireMember } from "~/domain/accounts/user"
import { isObjectId } from "~/domain/object-id"
import { findOrder } from "~/domain/orders/orders.server"
import { page } from "~/http/page.server"
import { ButtonLink } from "~/ui/button"
import { Icon } from "~/ui/icon"
import { title } from "~/ui/title"

export const meta = title("Thank you")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, url }) => {
    const member = requireMember(user)
    const id = url.searchParams.get("order") ?? ""
    const order = isObjectId(id) ? await findOrder(shop, member, id) : null
    return { orderId: order?.id ?? null, email: member.email }
  })
}

export default function Success() {
  const { orderId, email } = useLoaderData<typeof loader>()
  return (
    <div className="page page-narrow success">
      <Icon name="check" />
      <h1>Your Order has been Placed successfully</h1>
      <p className="lead">We are sending a confirmation to {email} and pack your order next.</p>
      <div className="cluster">
        <ButtonLink to="/orders">View your orders</ButtonLink>
        {orderId && (
          <ButtonLink to={`/order/${orderId}`} variant="secondary" icon="receipt">
            This order
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
