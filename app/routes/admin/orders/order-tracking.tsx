// /admin/order/:id/tracking

import { Link, useLoaderData } from "@remix-run/react"
import { orderName } from "~/domain/orders/order"
import { TrackingFields } from "~/domain/orders/order-schemas"
import { findOrder } from "~/domain/orders/orders.server"
import { setTrackingNumber } from "~/domain/orders/set-tracking-number.server"
import { carrierNamesOf } from "~/domain/settings/carriers"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { TrackingForm } from "./tracking-form"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ order: { number } }) => `Tracking number of order ${orderName(number)}`)

export const loader = adminPage(["orders.see", "orders.ship"], async ({ shop, actor, id }) => {
  const { number, trackingNumber, carrier } = await findOrder(shop, actor, id)
  return { order: { id, number, trackingNumber, carrier }, carriers: carrierNamesOf(shop.settings.current) }
})

export const action = adminForm(
  "orders.ship",
  TrackingFields,
  async ({ shop, actor, id, redirectWithSuccess }, { snapshot, carrierSnapshot, ...parcel }) => {
    await setTrackingNumber(shop, actor, id, parcel, { tracking: snapshot, carrier: carrierSnapshot })
    return redirectWithSuccess(paths.adminOrder(id), "Tracking number saved")
  },
)

export default function OrderTracking() {
  const { order, carriers } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      title="Tracking number"
      lead={<Link to={paths.adminOrder(order.id)}>Order {orderName(order.number)}</Link>}
    >
      <TrackingForm order={order} carriers={carriers} standalone />
    </AdminPage>
  )
}
