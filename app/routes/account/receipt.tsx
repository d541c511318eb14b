// /order/:id/receipt
import { useLoaderData } from "@remix-run/react"
import { type Cents, type Totals, totalLines } from "~/domain/money"
import { findOrder } from "~/domain/orders/orders.server"
import { letterheadOf } from "~/domain/settings/identity"
import { viewAddress } from "~/domain/shipping/shipping.server"
import { memberPage } from "~/http/page.server"
import { Address } from "~/ui/address"
import { Paper } from "~/ui/paper"
import { Price } from "~/ui/price"
import { title } from "~/ui/title"

export const meta = title<typeof loader>(({ order }) => `Receipt of order ${order.id}`)

export const loader = memberPage(async ({ shop, actor, id }) => {
  const { refunds: _, ...order } = await findOrder(shop, actor, id)
  return { order, address: viewAddress(order.shippingInfo), seller: letterheadOf(shop) }
})

export default function Receipt() {
  const { order, address, seller } = useLoaderData<typeof loader>()
  return (
    <Paper title="Receipt" order={order} back={`/order/${order.id}`} seller={seller}>
      <div>
        <h2>Billed and shipped to</h2>
        <Address name={order.user.name} address={address} />
      </div>
      <Bill />
    </Paper>
  )
}

function Bill() {
  const { lines, totals, refunded } = useLoaderData<typeof loader>().order
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
        {totalLines(totals).map(({ key, label, amount }) => (
          <Sum key={key} label={receiptLabels[key] ?? label} amount={amount} />
        ))}
        {refunded > 0 && <Sum label="Refunded" amount={-refunded} />}
      </tfoot>
    </table>
  )
}

/** A receipt names the rate of the tax, and says how the total was paid. */
const receiptLabels: Partial<Record<keyof Totals, string>> = { tax: "Tax (GST) 10 %", total: "Paid by card" }

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
