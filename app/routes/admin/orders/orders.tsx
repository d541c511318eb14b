// /admin/orders
import type { LoaderFunctionArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { AdminOrderFilter } from "~/domain/orders/order-filter"
import { listOrders, noOrders } from "~/domain/orders/order-list.server"
import { orderStatuses } from "~/domain/orders/order-status"
import { listOrNothing } from "~/http/list-or-nothing.server"
import { adminPage } from "~/http/page.server"
import { AdminPage } from "~/routes/admin/admin-page"
import { consequences } from "~/routes/admin/consequences"
import { ExportLink } from "~/routes/admin/tables/export-link"
import { ListTable } from "~/routes/admin/tables/list-table"
import { type ListQuery, sortLink, withReturnPath } from "~/routes/admin/tables/list-url"
import { RowActions } from "~/routes/admin/tables/row-actions"
import { FilterSelect, SearchBox, TableFilter } from "~/routes/admin/tables/table-filter"
import { CalendarDate } from "~/ui/date-time"
import { OrderStatusBadge } from "~/ui/order-status"
import { Price } from "~/ui/price"
import { title } from "~/ui/title"

export const meta = title("Orders")

export function loader(args: LoaderFunctionArgs) {
  return adminPage(args, ({ shop, actor, url }) =>
    listOrNothing(url, AdminOrderFilter, (filter) => listOrders(shop, actor, filter), noOrders),
  )
}

export default function Orders() {
  const { orders, count, totalAmount, filter, invalidValues } = useLoaderData<typeof loader>()
  const list: ListQuery = { path: "/admin/orders", filter, defaultSort: "-date" }
  return (
    <AdminPage
      title="Order managment"
      lead={
        <>
          Amounting to <Price cents={totalAmount} />
        </>
      }
      actions={<ExportLink list={list} />}
    >
      <TableFilter
        list={list}
        label="Orders"
        invalidValues={invalidValues}
        search={<SearchBox value={filter.search} placeholder="ID, customer, product, tracking number" />}
      >
        <FilterSelect label="Status" name="status" value={invalidValues.status ?? filter.status} options={statuses} />
        <FilterSelect
          label="Payment"
          name="payment"
          value={invalidValues.payment ?? filter.payment}
          options={payments}
        />
        {filter.user && <input type="hidden" name="user" value={filter.user} />}
      </TableFilter>
      <ListTable
        caption="Orders"
        list={list}
        count={count}
        nothing="No orders found"
        columns={[
          { key: "order", label: "Order ID", detail: "about", sort: sortLink(list, "date", "-date") },
          { key: "status", label: "Status", narrow: "plain", sort: sortLink(list, "status", "-status") },
          { key: "quantity", label: "Items Qty", align: "end", sort: sortLink(list, "quantity", "-quantity") },
          { key: "amount", label: "Amount", align: "end", narrow: "end", sort: sortLink(list, "amount", "-amount") },
          { key: "actions", label: "Actions", align: "end", narrow: "end" },
        ]}
        rows={orders.map((order) => ({
          id: order.id,
          order: <Link to={withReturnPath(`/admin/order/${order.id}`, list)}>{order.id}</Link>,
          about: (
            <>
              <bdi>{order.userName}</bdi>, <CalendarDate date={order.createdAt} />
            </>
          ),
          status: <OrderStatusBadge status={order.status} />,
          quantity: order.quantity,
          amount: <Price cents={order.total} />,
          actions: (
            <RowActions
              edit={withReturnPath(`/admin/order/${order.id}`, list)}
              remove={withReturnPath(`/admin/order/${order.id}/delete`, list)}
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
