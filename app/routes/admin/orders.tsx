// /admin/orders
import type { LoaderFunctionArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { requireAdmin } from "~/domain/accounts/user"
import { orderStatuses } from "~/domain/orders/order"
import { AdminOrderFilter } from "~/domain/orders/order-filter"
import { listOrders } from "~/domain/orders/order-list.server"
import { page } from "~/http/page.server"
import { OrderStatusBadge } from "~/ui/order-status"
import { Price } from "~/ui/price"
import { title } from "~/ui/title"
import { WhenDay } from "~/ui/when"
import { AdminPage } from "./admin-page"
import { consequences } from "./consequences"
import { type List, sortBy, withBack } from "./list-address"
import { ListTable } from "./list-table"
import { RowActions } from "./row-actions"
import { Choice, SearchBox, TableFilter } from "./table-filter"

export const meta = title("Orders")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, url }) => {
    const filter = AdminOrderFilter.parse(Object.fromEntries(url.searchParams))
    return { ...(await listOrders(shop, requireAdmin(user), filter)), filter }
  })
}

export default function Orders() {
  const { orders, count, totalAmount, filter } = useLoaderData<typeof loader>()
  const list: List = { path: "/admin/orders", filter, defaultSort: "-date" }
  return (
    <AdminPage
      title="Order managment"
      lead={
        <>
          Amounting to <Price cents={totalAmount} />
        </>
      }
    >
      <TableFilter list={list} label="Orders">
        <SearchBox value={filter.search} placeholder="ID, customer, product, tracking number" />
        <Choice label="Status" name="status" value={filter.status} options={statuses} />
        <Choice label="Payment" name="payment" value={filter.payment} options={payments} />
        {filter.user && <input type="hidden" name="user" value={filter.user} />}
      </TableFilter>
      <ListTable
        caption="Orders"
        list={list}
        count={count}
        nothing="No orders found"
        columns={[
          { key: "order", label: "Order ID", sort: sortBy(list, "date", "-date") },
          { key: "status", label: "Status", sort: sortBy(list, "status", "-status") },
          { key: "quantity", label: "Items Qty", align: "end", sort: sortBy(list, "quantity", "-quantity") },
          { key: "amount", label: "Amount", align: "end", sort: sortBy(list, "amount", "-amount") },
          { key: "actions", label: "Actions", align: "end" },
        ]}
        rows={orders.map((order) => ({
          id: order.id,
          order: (
            <div>
              <Link to={withBack(`/admin/order/${order.id}`, list)}>{order.id}</Link>
              <p className="muted">
                {order.userName}, <WhenDay date={order.createdAt} />
              </p>
            </div>
          ),
          status: <OrderStatusBadge status={order.status} />,
          quantity: order.quantity,
          amount: <Price cents={order.total} />,
          actions: (
            <RowActions
              edit={withBack(`/admin/order/${order.id}`, list)}
              remove={withBack(`/admin/order/${order.id}/delete`, list)}
              name={`order ${order.id}`}
              consequence={consequences.order}
            />
          ),
        }))}
      />
    </AdminPage>
  )
}

const statuses = orderStatuses.map((status) => ({ value: status, label: status }))
const payments = [
  { value: "paid", label: "Paid" },
  { value: "refunded", label: "Refunded in full" },
]
