// /order/:id/receipt
import { useLoaderData } from "@remix-run/react"
import type { Cents } from "~/domain/money"
import { orderName } from "~/domain/orders/order"
import { findOrder } from "~/domain/orders/orders.server"
import { billLines, formatRate } from "~/domain/pricing/bill"
import { letterheadOf } from "~/domain/settings/identity"
import { viewAddress } from "~/domain/shipping/shipping.server"
import { orderPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Address } from "~/ui/order/address"
import { SheetOrder, SheetPage } from "~/ui/order/sheet"
import { Price } from "~/ui/price"
import { title } from "~/ui/shell/title"

export const meta = title<typeof loader>(({ order }) => `Receipt of order ${orderName(order.number)}`)

export const loader = orderPage(async ({ shop, actor, staff, id }) => {
  const { refunds: _, ...order } = await findOrder(shop, staff("orders.see") ?? actor, id)
  return { order, address: viewAddress(order.shippingInfo), seller: letterheadOf(shop) }
})

export default function Receipt() {
  const { order, address, seller } = useLoaderData<typeof loader>()
  return (
    <SheetPage title="Receipt" about={<SheetOrder order={order} />} back={paths.order(order.id)} seller={seller}>
      <div>
        <h2>Billed and shipped to</h2>
        <Address name={order.user.name} address={address} />
      </div>
      <Bill />
    </SheetPage>
  )
}

function Bill() {
  const { order } = useLoaderData<typeof loader>()
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
        {order.lines.map((line) => (
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
        {billLines(order).map(({ kind, label, amount, rate }) => (
          <Sum
            key={label}
            label={kind === "total" ? "Paid by card" : rate === undefined ? label : `${label} ${formatRate(rate)}`}
            amount={amount}
          />
        ))}
        {order.refunded > 0 && <Sum label="Refunded" amount={-order.refunded} />}
      </tfoot>
    </table>
  )
}

function Sum({ label, amount }: { label: string; amount: Cents }) {
  return (
    <tr>
      <th scope="row" colSpan={3}>
        {label}
      </th>
      <td data-align="end">
        <Price cents={amount} />
      </td>
    </tr>
  )
}
