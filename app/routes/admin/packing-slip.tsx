// /admin/order/:id/packing-slip
import type { LoaderFunctionArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { requireAdmin } from "~/domain/accounts/user"
import { findOrder } from "~/domain/orders/orders.server"
import { viewAddress } from "~/domain/shipping/shipping.server"
import { page } from "~/http/page.server"
import { Address } from "~/ui/address"
import { PrintButton } from "~/ui/print-button"
import { title } from "~/ui/title"
import { WhenDay } from "~/ui/when"

export const meta = title("Packing slip")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, params }) => {
    const order = await findOrder(shop, requireAdmin(user), params.id ?? "")
    return { order, address: viewAddress(order.shippingInfo), seller: shop.identity }
  })
}

export default function PackingSlip() {
  const { order, address, seller } = useLoaderData<typeof loader>()
  return (
    <div className="page page-narrow">
      <div className="section-head no-print">
        <Link to={`/admin/order/${order.id}`}>Back to the order</Link>
        <PrintButton />
      </div>
      <article className="paper">
        <div className="paper-head">
          <div>
            <h1>Packing slip</h1>
            <p>Order {order.id}</p>
            <p>
              <WhenDay date={order.createdAt} />
            </p>
          </div>
          <address className="address">
            <strong>{seller.name}</strong>
            <span>{seller.email}</span>
          </address>
        </div>
        <div>
          <h2>Ship to</h2>
          <Address name={order.user.name} address={address} />
          {order.trackingNumber && <p>Tracking number {order.trackingNumber}</p>}
        </div>
        <table>
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col">Product ID</th>
              <th scope="col" data-align="end">
                Qty
              </th>
              <th scope="col" data-align="end">
                Packed
              </th>
            </tr>
          </thead>
          <tbody>
            {order.lines.map((line) => (
              <tr key={line.id}>
                <th scope="row">{line.name}</th>
                <td>
                  <code>{line.product}</code>
                </td>
                <td data-align="end">{line.quantity}</td>
                <td data-align="end" className="packed" />
              </tr>
            ))}
          </tbody>
        </table>
      </article>
    </div>
  )
}
