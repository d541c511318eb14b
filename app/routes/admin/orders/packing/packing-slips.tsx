// /admin/orders/slips

import { useLoaderData } from "@remix-run/react"
import { orderName } from "~/domain/orders/order"
import { findOrders } from "~/domain/orders/orders.server"
import { findCustomsFacts } from "~/domain/orders/packing/customs-facts.server"
import { findWithdrawnOrders } from "~/domain/orders/packing/orders-to-pack.server"
import { letterheadOf } from "~/domain/settings/identity"
import { pluralize } from "~/domain/text/pluralize"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Notice } from "~/ui/notice"
import { PrintPage } from "~/ui/order/sheet"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"
import { StaffLink } from "../../permitted/permitted"
import { chosenOrders } from "./chosen-orders.server"
import { viewSlip } from "./slip.server"
import { SlipSheet } from "./slip-sheet"

export const meta = title("Packing slips")

export const loader = adminPage("orders.see", async ({ shop, actor, url, redirect }) => {
  const ids = chosenOrders(url)
  if (url.searchParams.has("ship")) return redirect(paths.shipOrders(ids))
  const [orders, withdrawn] = await Promise.all([findOrders(shop, actor, ids), findWithdrawnOrders(shop, actor, ids)])
  const variants = orders.flatMap(({ lines }) => lines.map(({ variantId }) => variantId))
  const facts = await findCustomsFacts(shop, actor, variants)
  return {
    slips: orders.map((order) => viewSlip(order, facts)),
    missing: ids.length - orders.length,
    withdrawn: orders.flatMap(({ id, number }) => (withdrawn.includes(id) ? orderName(number) : [])),
    seller: letterheadOf(shop),
  }
})

export default function PackingSlips() {
  const { slips, missing, withdrawn, seller } = useLoaderData<typeof loader>()
  return (
    <PrintPage back={<StaffLink to="/admin/orders/pack">Back to the orders to pack</StaffLink>}>
      {slips.length === 0 && <PageHeading title="Packing slips" />}
      {slips.length === 0 && missing === 0 && (
        <Notice tone="neutral" title="No order is ticked">
          Tick the orders that you are going to pack.
        </Notice>
      )}
      {missing > 0 && (
        <Notice tone="bad" title={`${pluralize(missing, "order is", "orders are")} not here`}>
          They may have been deleted. Do not pack orders without a slip.
        </Notice>
      )}
      {withdrawn.length > 0 && (
        <Notice tone="bad" title={`Withdrawal open: ${withdrawn.join(", ")}`}>
          Read what the customer wrote before you pack.
        </Notice>
      )}
      {slips.map((slip) => (
        <SlipSheet key={slip.order.id} slip={slip} seller={seller} />
      ))}
    </PrintPage>
  )
}
