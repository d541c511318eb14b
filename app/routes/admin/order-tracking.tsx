// /admin/order/:id/tracking
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { requireAdmin } from "~/domain/accounts/user"
import { TrackingForm as TrackingSchema } from "~/domain/orders/order-forms"
import { findOrder } from "~/domain/orders/orders.server"
import { trackOrder } from "~/domain/orders/track-order.server"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { title } from "~/ui/title"
import { AdminPage } from "./admin-page"
import { TrackingForm } from "./tracking-form"

export const meta = title("Tracking number")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, params }) => {
    const { id, trackingNumber } = await findOrder(shop, requireAdmin(user), params.id ?? "")
    return { id, trackingNumber }
  })
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    TrackingSchema,
    async ({ shop, user, params, redirectWithSuccess }, { tracking }) => {
      await trackOrder(shop, requireAdmin(user), params.id ?? "", tracking)
      return redirectWithSuccess(`/admin/order/${params.id}`, "Tracking number saved")
    },
    { guard: requireAdmin },
  )
}

export default function OrderTracking() {
  const { id, trackingNumber } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Tracking number" lead={<Link to={`/admin/order/${id}`}>Order {id}</Link>}>
      <TrackingForm id={id} tracking={trackingNumber} own />
    </AdminPage>
  )
}
