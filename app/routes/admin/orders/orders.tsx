// /admin/orders

import { Link, useLoaderData } from "@remix-run/react"
import { orderName } from "~/domain/orders/order"
import { AdminOrderFilter } from "~/domain/orders/order-filter"
import { listOrders, noOrders } from "~/domain/orders/order-list.server"
import { orderStatuses } from "~/domain/orders/order-status"
import { listOrNothing } from "~/http/doorways/list-or-nothing.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { CalendarDate } from "~/ui/date-time"
import { OrderStatusBadge, PaymentBadge } from "~/ui/order/order-status"
import { Price } from "~/ui/price"
import { title } from "~/ui/shell/title"
import { ExportLink, ListPage } from "../tables/list-page"
import { withReturnPath } from "../tables/list-url"
import { RowActions } from "../tables/row-actions"
import { useMay } from "../use-may"

export const meta = title("Order managment")

export const loader = adminPage("orders.see", (ctx) => listOrNothing(ctx, AdminOrderFilter, listOrders, noOrders))

export default function Orders() {
  const { orders, totalAmount, filter, ...found } = useLoaderData<typeof loader>()
  const may = useMay()
  const list = { path: "/admin/orders", filter, defaultSort: "-date" }
  return (
    <ListPage
      title="Order managment"
      lead={
        <>
          {totalAmount !== null && (
            <>
              Amounting to <Price cents={totalAmount} /> ·{" "}
            </>
          )}
          <Link to="/admin/invoices">Invoices</Link>
          {may("orders.ship") && (
            <>
              {" "}
              · <Link to="/admin/orders/pack">To pack</Link>
            </>
          )}
          {may("orders.refund") && (
            <>
              {" "}
              · <Link to="/admin/payments">Bank transfers</Link>
            </>
          )}
        </>
      }
      caption="Orders"
      actions={<ExportLink list={list} />}
      list={list}
      {...found}
      empty={{ title: "There are no orders yet", icon: "receipt" }}
      search={{ name: "search", label: "Search", placeholder: "Number, customer, telephone, town, product …" }}
      filters={[
        { name: "status", label: "Status", options: orderStatuses },
        { name: "payment", label: "Payment", options: payments },
      ]}
      columns={[
        { key: "order", label: "Order ID", detail: "about", sort: ["date", "-date"] },
        { key: "status", label: "Status", narrow: "plain", sort: ["status", "-status"] },
        { key: "quantity", label: "Items Qty", align: "end", sort: ["quantity", "-quantity"] },
        { key: "amount", label: "Amount", align: "end", narrow: "end", sort: ["amount", "-amount"] },
      ]}
      rows={orders.map((order) => ({
        id: order.id,
        order: (
          <>
            <Link to={withReturnPath(paths.adminOrder(order.id), list)}>{orderName(order.number)}</Link>{" "}
            <code className="muted">{order.id}</code>
          </>
        ),
        about: (
          <>
            <bdi>{order.userName}</bdi>, <CalendarDate date={order.createdAt} />
          </>
        ),
        status: (
          <>
            <OrderStatusBadge status={order.status} />{" "}
            {order.paymentStatus === "awaiting" && <PaymentBadge status={order.paymentStatus} total={order.total} />}
          </>
        ),
        quantity: order.quantity,
        amount: <Price cents={order.total} />,
        actions: <RowActions list={list} kind="order" id={order.id} name={`order ${orderName(order.number)}`} />,
      }))}
    />
  )
}

const payments = [
  { value: "paid", label: "Paid" },
  { value: "awaiting", label: "Not paid yet" },
  { value: "refunded", label: "Refunded in full" },
  { value: "waiting", label: "A refund waits" },
]
