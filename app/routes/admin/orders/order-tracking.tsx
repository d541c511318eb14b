// /admin/order/:id/tracking

import { Link, useLoaderData } from "@remix-run/react"
import { orderName } from "~/domain/orders/order"
import { TrackingFields } from "~/domain/orders/order-schemas"
import { findOrder } from "~/domain/orders/orders.server"
import { setTrackingNumber } from "~/domain/orders/set-tracking-number.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { AdminPage } from "~/routes/admin/admin-page"
import { title } from "~/ui/shell/title"
import { TrackingForm } from "./tracking-form"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ number }) => `Tracking number of order ${orderName(number)}`)

export const loader = adminPage(["orders.see", "orders.ship"], async ({ shop, actor, id }) => {
  const { number, trackingNumber } = await findOrder(shop, actor, id)
  return { id, number, trackingNumber }
})

export const action = adminForm(
  "orders.ship",
  TrackingFields,
  async ({ shop, actor, id, redirectWithSuccess }, { tracking, snapshot }) => {
    await setTrackingNumber(shop, actor, id, tracking, snapshot)
    return redirectWithSuccess(paths.adminOrder(id), "Tracking number saved")
  },
)

export default function OrderTracking() {
  const { id, number, trackingNumber } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Tracking number" lead={<Link to={paths.adminOrder(id)}>Order {orderName(number)}</Link>}>
      <TrackingForm id={id} tracking={trackingNumber} standalone />
    </AdminPage>
  )
}
