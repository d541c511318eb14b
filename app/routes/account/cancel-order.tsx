// /order/:id/cancel
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Form, useLoaderData } from "@remix-run/react"
import { z } from "zod"
import { requireMember } from "~/domain/accounts/user"
import { cancelOrder } from "~/domain/orders/cancel-order.server"
import { refundable } from "~/domain/orders/order"
import { findOrder } from "~/domain/orders/orders.server"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { orToast } from "~/http/refusal-toast.server"
import { Breadcrumbs } from "~/ui/breadcrumbs"
import { Button, ButtonLink } from "~/ui/button"
import { PageHeading } from "~/ui/page-heading"
import { title } from "~/ui/title"
import { cancelWords } from "./order-actions"

export const meta = title("Cancel order")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, params }) => {
    const order = await findOrder(shop, requireMember(user), params.id ?? "")
    return { id: order.id, amount: refundable(order) }
  })
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    z.object({}),
    (scene) => {
      const order = `/order/${encodeURIComponent(scene.params.id ?? "")}`
      return orToast(scene, order, async () => {
        await cancelOrder(scene.shop, requireMember(scene.user), scene.params.id ?? "")
        return scene.redirectWithSuccess(order, "Your order is cancelled")
      })
    },
    { guard: requireMember },
  )
}

export default function CancelOrder() {
  const { id, amount } = useLoaderData<typeof loader>()
  return (
    <div className="page page-narrow">
      <Breadcrumbs
        trail={[{ label: "Orders", to: "/orders" }, { label: id, to: `/order/${id}` }, { label: "Cancel order" }]}
      />
      <PageHeading title="Cancel this order?" lead={cancelWords(amount)} />
      <Form method="post" className="cluster">
        <Button variant="danger">Cancel order</Button>
        <ButtonLink to={`/order/${id}`} variant="secondary">
          Keep order
        </ButtonLink>
      </Form>
    </div>
  )
}
