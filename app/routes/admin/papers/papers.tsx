// /admin/papers
import { Link, useLoaderData } from "@remix-run/react"
import { formatMoney } from "~/domain/format-money"
import { orderName } from "~/domain/orders/order"
import { listPapers } from "~/domain/papers/find-papers.server"
import { paperNames } from "~/domain/papers/paper"
import { PaperFilter } from "~/domain/papers/paper-filter"
import { listOrNothing } from "~/http/doorways/list-or-nothing.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { ListPage } from "~/routes/admin/tables/list-page"
import type { ListQuery } from "~/routes/admin/tables/list-url"
import { CalendarDate } from "~/ui/date-time"
import { title } from "~/ui/shell/title"

export const meta = title("Invoices")

export const loader = adminPage("orders.see", ({ shop, actor, url }) =>
  listOrNothing(url, PaperFilter, (filter) => listPapers(shop, actor, filter), { papers: [], count: 0 }),
)

export default function Papers() {
  const { papers, count, filter, invalidValues } = useLoaderData<typeof loader>()
  const list: ListQuery = { path: "/admin/papers", filter }
  return (
    <ListPage
      title="Invoices"
      lead={<Link to="/admin/orders">Orders</Link>}
      caption="Invoices and credit notes"
      list={list}
      count={count}
      nothing="No invoices: the settings say how they are numbered"
      label="Invoices"
      invalidValues={invalidValues}
      search={{ name: "search", label: "Search", placeholder: "Number, or order such as #1042" }}
      filters={[
        { name: "kind", label: "Kind", options: kinds },
        { name: "from", label: "From", type: "date" },
        { name: "to", label: "To", type: "date" },
      ]}
      columns={[
        { key: "number", label: "Number", narrow: "title", detail: "buyer" },
        { key: "kind", label: "Kind", narrow: "plain" },
        { key: "date", label: "Issued", narrow: "plain" },
        { key: "order", label: "Order", narrow: "plain" },
        { key: "total", label: "Total", align: "end", narrow: "end" },
      ]}
      rows={papers.map(({ id, kind, number, buyer, issuedAt, orderId, orderNumber, total, currency }) => ({
        id,
        number: <Link to={paths.paper(orderId, id)}>{number}</Link>,
        buyer: <bdi>{buyer}</bdi>,
        kind: paperNames[kind],
        date: <CalendarDate date={issuedAt} />,
        order: <Link to={paths.adminOrder(orderId)}>{orderName(orderNumber)}</Link>,
        total: formatMoney(kind === "invoice" ? total : -total, currency),
      }))}
    />
  )
}

const kinds = Object.entries(paperNames).map(([value, label]) => ({ value, label }))
