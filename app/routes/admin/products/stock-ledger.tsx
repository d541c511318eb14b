// /admin/product/:id/stock
import { Link, useLoaderData } from "@remix-run/react"
import { findProduct } from "~/domain/catalog/products.server"
import { listStockMovements, type StockMovement } from "~/domain/inventory/stock-movements.server"
import { PageFilter } from "~/domain/product-table/product-table-filter"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { AdminPage } from "~/routes/admin/admin-page"
import { ListTable } from "~/routes/admin/tables/list-table"
import { DateTime } from "~/ui/date-time"
import { title } from "~/ui/shell/title"

export const meta = title<typeof loader>(({ name }) => `Stock ledger of ${name}`)

export const loader = adminPage("products.see", async ({ shop, actor, id, url }) => {
  const filter = PageFilter.parse(Object.fromEntries(url.searchParams))
  const { name } = await findProduct(shop, id)
  return { id, name, filter, ...(await listStockMovements(shop, actor, id, filter.page)) }
})

const reasons: Record<StockMovement["reason"], string> = {
  opening: "Opening stock",
  correction: "Correction",
  hold: "Reserved by a checkout",
  release: "Released by a checkout",
  restock: "Returned by a customer",
  sale: "Sold",
}

export default function StockLedger() {
  const { id, name, filter, lines, count } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Stock ledger" lead={<Link to={paths.adminProduct(id)}>{name}</Link>}>
      <ListTable
        caption={`Stock ledger of ${name}`}
        list={{ path: paths.stockLedger(id), filter }}
        count={count}
        nothing="There has never been any stock"
        columns={[
          { key: "at", label: "When" },
          { key: "reason", label: "Reason" },
          { key: "who", label: "Who" },
          { key: "change", label: "Change", align: "end" },
          { key: "stock", label: "Stock", align: "end" },
        ]}
        rows={lines.map((line) => ({
          id: String(line.id),
          at: <DateTime date={line.at} />,
          reason: (
            <span>
              {reasons[line.reason]}
              {line.note && `: ${line.note}`}{" "}
              {line.orderId && <Link to={paths.adminOrder(line.orderId)}>Order {line.orderId}</Link>}
            </span>
          ),
          who: line.actor,
          change: line.change > 0 ? `+${line.change}` : `−${-line.change}`,
          stock: line.stock,
        }))}
      />
    </AdminPage>
  )
}
