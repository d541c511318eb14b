// /admin/order/:id/refund
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Link, useActionData, useLoaderData } from "@remix-run/react"
import { requireAdmin } from "~/domain/accounts/user"
import { formatCents } from "~/domain/money"
import { refundable } from "~/domain/orders/order"
import { RefundForm as RefundSchema } from "~/domain/orders/order-forms"
import { findOrder } from "~/domain/orders/orders.server"
import { refundOrder } from "~/domain/orders/refund-order.server"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/empty-state"
import { title } from "~/ui/title"
import { AdminPage } from "./admin-page"
import { RefundForm } from "./refund-form"

export const meta = title("Refund order")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, params }) => {
    const order = await findOrder(shop, requireAdmin(user), params.id ?? "")
    return { order, left: refundable(order) }
  })
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    RefundSchema,
    async ({ shop, user, params, redirectWithSuccess }, { whole, amount, units, restock, reason, seen }) => {
      const request = { amount: whole ? ("whole" as const) : amount, units, restock: restock === "on", reason, seen }
      const refunded = await refundOrder(shop, requireAdmin(user), params.id ?? "", request)
      return redirectWithSuccess(`/admin/order/${params.id}`, `${formatCents(refunded)} refunded`)
    },
    { guard: requireAdmin },
  )
}

export default function RefundOrder() {
  const { order, left } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const here = `/admin/order/${order.id}`
  return (
    <AdminPage title="Refund order" lead={<Link to={here}>Order {order.id}</Link>}>
      {left > 0 ? (
        <RefundForm order={order} left={left} lastResult={lastResult} />
      ) : (
        <EmptyState title="This order has been refunded in full" action={<ButtonLink to={here}>Back</ButtonLink>} />
      )}
    </AdminPage>
  )
}
