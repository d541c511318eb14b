// /order/:id/receipt
import type { LoaderFunctionArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { requireMember } from "~/domain/accounts/user"
import { findOrder } from "~/domain/orders/orders.server"
import { viewAddress } from "~/domain/shipping/shipping.server"
import { page } from "~/http/page.server"
import { Address } from "~/ui/address"
import { Price } from "~/ui/price"
import { PrintButton } from "~/ui/print-button"
import { title } from "~/ui/title"
import { WhenDay } from "~/ui/when"

export const meta = title("Receipt")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, params }) => {
    const { refunds: _, ...order } = await findOrder(shop, requireMember(user), params.id ?? "")
    return { order, address: viewAddress(order.shippingInfo), seller: shop.identity }
  })
}

export default function Receipt() {
  const { order, address, seller } = useLoaderData<typeof loader>()
  return (
    <div className="page page-narrow">
      <div className="section-head no-print">
        <Link to={`/order/${order.id}`}>Back to the order</Link>
        <PrintButton />
      </div>
      <article className="paper">
        <div className="paper-head">
          <div>
            <h1>Receipt</h1>
            <p>Order {order.id}</p>
            <p>
              <WhenDay date={order.createdAt} />
            </p>
          </div>
          <address className="address">
            <strong>{seller.name}</strong>
            <span>{seller.url}</span>
            <span>{seller.email}</span>
          </address>
        </div>
        <div>
          <h2>Billed and shipped to</h2>
          <Address name={order.user.name} address={address} />
        </div>
        <Bill />
      </article>
    </div>
  )
}

function Bill() {
  const { lines, totals, refunded } = useLoaderData<typeof loader>().order
  const sums: [string, number][] = [
    ["Subtotal", totals.subTotal],
    ["Shipping", totals.shipping],
    ["Tax (GST) 10 %", totals.tax],
    ["Paid by card", totals.total],
    ...(refunded > 0 ? [["Refunded", -refunded] as [string, number]] : []),
  ]
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col" data-align="end">
            Price
          </th>
          <th scope="col" data-align="end">
            Qty
          </th>
          <th scope="col" data-align="end">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <th scope="row">{line.name}</th>
            <td data-align="end">
              <Price cents={line.price} />
            </td>
            <td data-align="end">{line.quantity}</td>
            <td data-align="end">
              <Price cents={line.price * line.quantity} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums.map(([label, cents]) => (
          <tr key={label}>
            <th scope="row" colSpan={3}>
              {label}
            </th>
            <td data-align="end">
              <Price cents={cents} />
            </td>
          </tr>
        ))}
      </tfoot>
    </table>
  )
}
