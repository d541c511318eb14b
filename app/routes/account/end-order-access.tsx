// /order/:id/end-access

import { useLoaderData } from "@remix-run/react"
import { endOrderAccess } from "~/domain/orders/end-order-access.server"
import { orderName } from "~/domain/orders/order"
import { findOrder } from "~/domain/orders/orders.server"
import { notFound } from "~/domain/shop-error"
import { noFields, orderForm } from "~/http/doorways/form.server"
import { orderPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Button, ButtonLink } from "~/ui/button"
import { PostForm } from "~/ui/form/post-form"
import { NarrowPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"
import { endAccessConsequence } from "./guest-actions"
import { orderTrail } from "./order-trail"

export const meta = title<typeof loader>(({ number }) => `End access to order ${orderName(number)}`)

export const loader = orderPage(async ({ shop, actor, id }) => {
  if (actor.kind !== "guest") throw notFound("No order found")
  const { number } = await findOrder(shop, actor, id)
  return { id, number }
})

export const action = orderForm(noFields, async ({ shop, actor, id, context, setCookie, redirectWithSuccess }) => {
  await endOrderAccess(shop, actor, id)
  setCookie(await context.orderCookie.write(null))
  return redirectWithSuccess("/order/links", "Access to the order has ended, on this device and for all links")
})

export default function EndOrderAccess() {
  const { id, number } = useLoaderData<typeof loader>()
  return (
    <NarrowPage
      trail={orderTrail({ id, number }, true, "End access")}
      title="End access to this order?"
      lead={endAccessConsequence}
    >
      <PostForm tool={null} className="cluster">
        <Button variant="danger">End access</Button>
        <ButtonLink to={paths.order(id)} variant="secondary">
          Keep access
        </ButtonLink>
      </PostForm>
    </NarrowPage>
  )
}
