// /admin/order/:id/packing-slip

import { useLoaderData } from "@remix-run/react"
import { orderName } from "~/domain/orders/order"
import { statusRules } from "~/domain/orders/order-status"
import { findOrder } from "~/domain/orders/orders.server"
import { letterheadOf } from "~/domain/settings/identity"
import { viewAddress } from "~/domain/shipping/shipping.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Address } from "~/ui/order/address"
import { OrderOfPaper, Paper } from "~/ui/order/paper"
import { title } from "~/ui/shell/title"

export const meta = title<typeof loader>(({ order }) => `Packing slip of order ${orderName(order.number)}`)

export const loader = adminPage("orders.see", async ({ shop, actor, id }) => {
  const order = await findOrder(shop, actor, id)
  return {
    order,
    parcel: order.lines.filter((line) => line.toSend > 0),
    address: viewAddress(order.shippingInfo),
    seller: letterheadOf(shop),
  }
})

export default function PackingSlip() {
  const { order, parcel, address, seller } = useLoaderData<typeof loader>()
  return (
    <Paper
      title="Packing slip"
      about={<OrderOfPaper order={order} />}
      back={paths.adminOrder(order.id)}
      seller={seller}
    >
      <div>
        <h2>Ship to</h2>
        <Address name={order.user.name} address={address} />
        {order.trackingNumber && <p>Tracking number {order.trackingNumber}</p>}
      </div>
      {parcel.length === 0 && (
        <p>
          <strong>
            {statusRules[order.status].parcel === "none" ? "This order is cancelled." : "Every unit was refunded."}
          </strong>{" "}
          There is nothing to pack.
        </p>
      )}
      <table hidden={parcel.length === 0}>
        <thead>
          <tr>
            <th scope="col" data-align="end">
              Qty
            </th>
            <th scope="col">Item</th>
            <th scope="col" data-align="end">
              Packed
            </th>
          </tr>
        </thead>
        <tbody>
          {parcel.map((line) => (
            <tr key={line.id}>
              <td data-align="end" className="paper-quantity">
                {line.toSend}
              </td>
              <th scope="row">
                {line.name}
                <br />
                <code className="muted">{line.sku ?? line.variantId}</code>
              </th>
              <td data-align="end" className="packed" />
            </tr>
          ))}
        </tbody>
      </table>
    </Paper>
  )
}
