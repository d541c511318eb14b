// /admin/orders/pack

import { Link, useLoaderData } from "@remix-run/react"
import type { ReactNode } from "react"
import { orderName } from "~/domain/orders/order"
import { findPackChoices, listOrdersToPack, unknownPackValues } from "~/domain/orders/packing/orders-to-pack.server"
import { formatWeight, MAX_PACKED, type OrderToPack } from "~/domain/orders/packing/packing"
import { PackFilter } from "~/domain/orders/packing/packing-schemas"
import { invalidFilterValues } from "~/http/doorways/invalid-filter-values"
import { listOrNothing } from "~/http/doorways/list-or-nothing.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Button } from "~/ui/button"
import { CalendarDate } from "~/ui/date-time"
import { title } from "~/ui/shell/title"
import { ListPage } from "../../tables/list-page"
import { withReturnPath } from "../../tables/list-url"
import { TickForm } from "../../tables/tick-form"
import { UnpaidBadge, WithdrawalBadge } from "./shipment-row"

export const meta = title("Orders to pack")

export const loader = adminPage(["orders.see", "orders.ship"], async (ctx) => {
  const invalidIn = (url: URL, filter: PackFilter) => {
    return { ...invalidFilterValues(url, filter), ...unknownPackValues(filter) }
  }
  const found = await listOrNothing(ctx, PackFilter, listOrdersToPack, { orders: [], count: 0 }, invalidIn)
  return { ...found, ...(await findPackChoices(ctx.shop, ctx.actor)) }
})

export default function OrdersToPack() {
  const { orders, filter, methods, countries, ...found } = useLoaderData<typeof loader>()
  const list = { path: "/admin/orders/pack", filter, defaultSort: "date" }
  return (
    <ListPage
      title="Orders to pack"
      lead="Orders that are not shipped, and that are paid or will be paid on collection or delivery."
      actions={<Link to="/admin/orders">All orders</Link>}
      list={list}
      {...found}
      perPage={MAX_PACKED}
      search={{ name: "search", label: "Search", placeholder: "Number, customer, telephone, town or product" }}
      empty={{ title: "Nothing is waiting to be packed", icon: "box" }}
      filters={[
        { name: "method", label: "Shipping method", options: methods },
        { name: "country", label: "Country", options: countries },
        {
          name: "payment",
          label: "Payment",
          options: [
            { value: "paid", label: "Paid" },
            { value: "awaiting", label: "Not paid yet, including transfers" },
          ],
        },
      ]}
      columns={[
        { key: "order", label: "Order", detail: "items" },
        { key: "date", label: "Placed", narrow: "end", sort: ["date", "-date"] },
        { key: "quantity", label: "Units", align: "end" },
        { key: "weight", label: "Weight", align: "end" },
        { key: "method", label: "Method", narrow: "plain" },
        { key: "country", label: "Country", narrow: "plain" },
      ]}
      rows={orders.map((order) => ({
        id: order.id,
        order: <Order order={order} to={withReturnPath(paths.adminOrder(order.id), list)} />,
        items: <Items order={order} />,
        date: <CalendarDate date={order.createdAt} />,
        quantity: order.quantity,
        weight: formatWeight(order),
        method: order.method,
        country: order.country,
      }))}
    >
      {(table) => (orders.length > 0 ? <PackForm orders={orders.map(({ id }) => id)}>{table}</PackForm> : table)}
    </ListPage>
  )
}

type Row = Omit<OrderToPack, "createdAt">

function Order({ order, to }: { order: Row; to: string }) {
  const { id, number, userName, isWithdrawn } = order
  return (
    <div className="row-product">
      <input type="checkbox" name="id" value={id} aria-label={`Tick order ${orderName(number)}`} />{" "}
      <span>
        <Link to={to}>{orderName(number)}</Link> <bdi>{userName}</bdi> {isWithdrawn && <WithdrawalBadge />}{" "}
        <UnpaidBadge method={order.paymentMethod} amount={order.unpaid} />
      </span>
    </div>
  )
}

function Items({ order: { lines } }: { order: Row }) {
  return lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(", ")
}

function PackForm({ orders, children }: { orders: string[]; children: ReactNode }) {
  const all = (
    <p>
      All on this page: <Link to={paths.packingSlips(orders)}>Slips</Link>{" "}
      <Link to={paths.shipOrders(orders)}>Ship</Link>
    </p>
  )
  const bar = (
    <>
      <Button variant="secondary" icon="print">
        Packing slips
      </Button>
      <Button name="ship" value="Ship" variant="secondary" icon="truck">
        Ship
      </Button>
    </>
  )
  return (
    <TickForm ids={orders} action="/admin/orders/slips" all={all} bar={bar}>
      {children}
    </TickForm>
  )
}
