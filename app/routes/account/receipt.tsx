// /order/:id/receipt
import { useLoaderData } from "@remix-run/react"
import { type Order, orderName } from "~/domain/orders/order"
import { findOrder } from "~/domain/orders/orders.server"
import { billLines, formatRate } from "~/domain/pricing/bill"
import { letterheadOf } from "~/domain/settings/identity"
import { paymentMethodNames } from "~/domain/settings/payment-methods"
import { viewAddress } from "~/domain/shipping/shipping.server"
import { orderPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Address } from "~/ui/order/address"
import { SheetOrder, SheetPage } from "~/ui/order/sheet"
import { SheetTable } from "~/ui/order/sheet-table"
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

function totalLabel({ payment, totals }: Pick<Order, "payment" | "totals">): string {
  if (payment.status === "awaiting" && totals.total > 0) return "Not paid yet"
  return payment.method === "online" ? "Paid by card" : `Paid: ${paymentMethodNames[payment.method].toLowerCase()}`
}

function Bill() {
  const { order } = useLoaderData<typeof loader>()
  const sums = billLines(order).map(({ kind, label, amount, rate }) => ({
    isTotal: kind === "total",
    label: kind === "total" ? totalLabel(order) : rate === undefined ? label : `${label} ${formatRate(rate)}`,
    amount,
  }))
  if (order.refunded > 0) sums.push({ isTotal: false, label: "Refunded", amount: -order.refunded })
  return (
    <SheetTable
      columns={["Item", "Price", "Qty", "Amount"]}
      rows={order.lines.map(({ id, name, price, quantity }) => ({
        id,
        cells: [name, <Price key="price" cents={price} />, quantity, <Price key="amount" cents={price * quantity} />],
      }))}
      sums={sums.map(({ amount, ...sum }) => ({ ...sum, amount: <Price cents={amount} /> }))}
    />
  )
}
