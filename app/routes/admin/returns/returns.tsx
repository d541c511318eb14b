// /admin/returns

import { Link, useLoaderData } from "@remix-run/react"
import { todayOf } from "~/domain/days/shop-days.server"
import { orderName } from "~/domain/orders/order"
import { optionsOf } from "~/domain/records/control"
import { isOpenReturn, returnKinds, returnStatuses } from "~/domain/returns/return"
import { listReturns } from "~/domain/returns/return-list.server"
import { ReturnFilter } from "~/domain/returns/return-schemas"
import { listOrNothing } from "~/http/doorways/list-or-nothing.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Badge } from "~/ui/badge"
import { CalendarDate, DayOf } from "~/ui/date-time"
import { title } from "~/ui/shell/title"
import { ExportLink, ListPage } from "../tables/list-page"
import type { ListQuery } from "../tables/list-url"

export const meta = title("Returns")

export const loader = adminPage("orders.see", async (ctx) => {
  const list = await listOrNothing(ctx, ReturnFilter, listReturns, { returns: [], count: 0 })
  return { ...list, today: todayOf(ctx.shop) }
})

export default function Returns() {
  const { returns, filter, today, ...found } = useLoaderData<typeof loader>()
  const list: ListQuery = { path: "/admin/returns", filter, defaultSort: "date" }
  return (
    <ListPage
      title="Returns"
      lead="Withdrawals by law, and other returns that the shop accepts."
      actions={<ExportLink list={list} />}
      list={list}
      {...found}
      empty={{ title: "There are no returns yet", icon: "box" }}
      search={{ name: "search", label: "Order or customer", type: "search", autoComplete: "off" }}
      filters={[
        { name: "status", label: "Status", options: statuses },
        { name: "kind", label: "Kind", options: optionsOf(returnKinds) },
      ]}
      columns={[
        { key: "order", label: "Order", narrow: "title", detail: "units" },
        { key: "kind", label: "Kind", narrow: "plain" },
        { key: "date", label: "Requested", narrow: "plain", sort: ["date", "-date"] },
        { key: "due", label: "Refund due" },
        { key: "status", label: "Status", narrow: "end" },
      ]}
      rows={returns.map(({ id, orderNumber, customer, kind, lines, createdAt, due, status }) => ({
        id,
        order: (
          <Link to={paths.adminReturn(id)}>
            {orderName(orderNumber)}, {customer}
          </Link>
        ),
        units: lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(", "),
        kind: returnKinds[kind],
        date: <CalendarDate date={createdAt} />,
        due: due !== null && isOpenReturn({ status }) ? <Due day={due} today={today} /> : "",
        status: <Badge tone={returnStatuses[status].tone}>{returnStatuses[status].label}</Badge>,
      }))}
    />
  )
}

const statuses = [
  { value: "open", label: "Open" },
  ...Object.entries(returnStatuses).map(([value, { label }]) => ({ value, label })),
]

function Due({ day, today }: { day: string; today: string }) {
  if (day >= today) return <DayOf day={day} />
  return (
    <Badge tone="bad">
      Overdue, <DayOf day={day} />
    </Badge>
  )
}
