// /admin/invoices

import { Link, useLoaderData } from "@remix-run/react"
import { documentNames } from "~/domain/invoices/billing-document"
import { DocumentFilter } from "~/domain/invoices/document-filter"
import { listDocuments } from "~/domain/invoices/find-documents.server"
import { formatMoney } from "~/domain/money/format-money"
import { orderName } from "~/domain/orders/order"
import { optionsOf } from "~/domain/records/control"
import { listOrNothing } from "~/http/doorways/list-or-nothing.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { DayOf } from "~/ui/date-time"
import { title } from "~/ui/shell/title"
import { ExportLink, ListPage } from "../tables/list-page"

export const meta = title("Invoices")

export const loader = adminPage("orders.see", (ctx) =>
  listOrNothing(ctx, DocumentFilter, listDocuments, { documents: [], count: 0 }),
)

export default function Invoices() {
  const { documents, filter, ...found } = useLoaderData<typeof loader>()
  const list = { path: "/admin/invoices", filter }
  return (
    <ListPage
      title="Invoices"
      lead={<Link to="/admin/orders">Orders</Link>}
      caption="Invoices and credit notes"
      actions={<ExportLink list={list} />}
      list={list}
      {...found}
      empty={{
        title: "There are no invoices yet",
        icon: "receipt",
        children: "To issue invoices, enter their number format in the settings.",
      }}
      label="Invoices"
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
      rows={documents.map(({ id, kind, number, buyer, issuedOn, orderId, orderNumber, total, currency }) => ({
        id,
        number: <Link to={paths.invoice(orderId, id)}>{number}</Link>,
        buyer: <bdi>{buyer}</bdi>,
        kind: documentNames[kind],
        date: <DayOf day={issuedOn} />,
        order: <Link to={paths.adminOrder(orderId)}>{orderName(orderNumber)}</Link>,
        total: formatMoney(kind === "invoice" ? total : -total, currency),
      }))}
    />
  )
}

const kinds = optionsOf(documentNames)
