// /admin/payments/orders

import { Link, useLoaderData } from "@remix-run/react"
import { listAwaiting } from "~/domain/bank-files/awaiting-orders.server"
import { AwaitingFilter } from "~/domain/bank-files/bank-filters"
import { formatMoney } from "~/domain/money/format-money"
import { orderName } from "~/domain/orders/order"
import { listOrNothing } from "~/http/doorways/list-or-nothing.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Button } from "~/ui/button"
import { CalendarDate } from "~/ui/date-time"
import { title } from "~/ui/shell/title"
import { StaffLink } from "../permitted/permitted"
import { ListPage } from "../tables/list-page"
import { withReturnPath } from "../tables/list-url"
import { TickForm } from "../tables/tick-form"

export const meta = title("Orders that wait for a transfer")

export const loader = adminPage(["orders.see", "orders.ship"], (ctx) =>
  listOrNothing(ctx, AwaitingFilter, listAwaiting, { orders: [], count: 0 }),
)

export default function AwaitingOrders() {
  const { orders, filter, ...found } = useLoaderData<typeof loader>()
  const list = { path: "/admin/payments/orders", filter }
  const ids = orders.map(({ id }) => id)
  return (
    <ListPage
      title="Orders that wait for a transfer"
      lead={
        <>
          Tick the orders whose money arrived in full.
          <StaffLink to="/admin/payments">Payments from bank files</StaffLink>
        </>
      }
      caption="Orders"
      list={list}
      {...found}
      empty={{ title: "No order waits for a transfer", icon: "receipt" }}
      search={{ name: "search", label: "Search", placeholder: "Number or customer" }}
      columns={[
        { key: "order", label: "Order", narrow: "title" },
        { key: "placed", label: "Placed", narrow: "plain" },
        { key: "due", label: "Held until" },
        { key: "missing", label: "Missing", align: "end", narrow: "end" },
      ]}
      rows={orders.map(({ id, number, customer, placedAt, dueAt, missing, currency }) => ({
        id,
        order: (
          <div className="row-product">
            <input type="checkbox" name="id" value={id} aria-label={`Tick order ${orderName(number)}`} />
            <span>
              <Link to={withReturnPath(paths.adminOrder(id), list)}>{orderName(number)}</Link> <bdi>{customer}</bdi>
            </span>
          </div>
        ),
        placed: <CalendarDate date={placedAt} />,
        due: dueAt ? <CalendarDate date={dueAt} /> : "–",
        missing: formatMoney(missing, currency),
      }))}
    >
      {(table) =>
        ids.length === 0 ? (
          table
        ) : (
          <TickForm
            ids={ids}
            action="/admin/payments/receive"
            all={<Link to={paths.receivePayments(ids)}>All on this page</Link>}
            bar={<Button variant="secondary">Mark as paid</Button>}
          >
            {table}
          </TickForm>
        )
      }
    </ListPage>
  )
}
