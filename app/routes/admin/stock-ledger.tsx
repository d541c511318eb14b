// /admin/product/:id/stock
import type { LoaderFunctionArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { requireAdmin } from "~/domain/accounts/user"
import { findProduct } from "~/domain/catalog/products.server"
import { PageFilter } from "~/domain/inventory/inventory-filter"
import { type LedgerLine, listLedger } from "~/domain/inventory/ledger.server"
import { page } from "~/http/page.server"
import { title } from "~/ui/title"
import { When } from "~/ui/when"
import { AdminPage } from "./admin-page"
import { ListTable } from "./list-table"

export const meta = title("Stock ledger")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, params, url }) => {
    const admin = requireAdmin(user)
    const filter = PageFilter.parse(Object.fromEntries(url.searchParams))
    const { id, name } = await findProduct(shop, params.id ?? "")
    return { id, name, filter, ...(await listLedger(shop, admin, id, filter.page)) }
  })
}

const reasons: Record<LedgerLine["reason"], string> = {
  opening: "Opening stock",
  correction: "Correction",
  import: "Import",
  hold: "Taken by a checkout",
  release: "Given back by a checkout",
  restock: "Returned by a customer",
  sale: "Sold",
}

export default function StockLedger() {
  const { id, name, filter, lines, count } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Stock ledger" lead={<Link to={`/admin/product/${id}`}>{name}</Link>}>
      <ListTable
        caption={`Stock ledger of ${name}`}
        list={{ path: `/admin/product/${id}/stock`, filter }}
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
          at: <When date={line.at} />,
          reason: (
            <span>
              {reasons[line.reason]}
              {line.note && `: ${line.note}`}{" "}
              {line.orderId && <Link to={`/admin/order/${line.orderId}`}>Order {line.orderId}</Link>}
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
