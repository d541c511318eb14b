// /admin/order/:id/packing-slip

import { Link, useLoaderData } from "@remix-run/react"
import { orderName } from "~/domain/orders/order"
import { findOrder } from "~/domain/orders/orders.server"
import { findCustomsFacts } from "~/domain/orders/packing/customs-facts.server"
import { letterheadOf } from "~/domain/settings/identity"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { PrintPage } from "~/ui/order/sheet"
import { title } from "~/ui/shell/title"
import { viewSlip } from "./slip.server"
import { SlipSheet } from "./slip-sheet"

export const meta = title<typeof loader>(({ slip }) => `Packing slip of order ${orderName(slip.order.number)}`)

export const loader = adminPage("orders.see", async ({ shop, actor, id }) => {
  const order = await findOrder(shop, actor, id)
  const variants = order.lines.map(({ variantId }) => variantId)
  return { slip: viewSlip(order, await findCustomsFacts(shop, actor, variants)), seller: letterheadOf(shop) }
})

export default function PackingSlip() {
  const { slip, seller } = useLoaderData<typeof loader>()
  return (
    <PrintPage back={<Link to={paths.adminOrder(slip.order.id)}>Back to the order</Link>}>
      <SlipSheet slip={slip} seller={seller} />
    </PrintPage>
  )
}
