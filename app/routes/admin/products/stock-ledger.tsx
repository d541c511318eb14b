// /admin/product/:id/stock

import { useLoaderData } from "@remix-run/react"
import { readStockLedger, type StockMovement } from "~/domain/inventory/stock-movements.server"
import { orderName } from "~/domain/orders/order"
import { LedgerFilter } from "~/domain/product-table/product-table-filter"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { DateTime } from "~/ui/date-time"
import { title } from "~/ui/shell/title"
import { RecordLink } from "../permitted/permitted"
import { ListPage } from "../tables/list-page"

export const meta = title<typeof loader>(({ name }) => `Stock ledger of ${name}`)

export const loader = adminPage("products.see", async ({ shop, actor, id, url }) => {
  const filter = LedgerFilter.parse(Object.fromEntries(url.searchParams))
  return { id, filter, ...(await readStockLedger(shop, actor, id, filter)) }
})

const reasons: Record<StockMovement["reason"], string> = {
  opening: "Opening stock",
  correction: "Correction",
  hold: "Reserved by a checkout",
  release: "Released by a checkout",
  restock: "Returned by a customer",
  sale: "Sold",
}

/** Movements from before the product had options */
const WITHOUT_OPTIONS = "Without options"

function toOption({ id, title, isSold }: { id: string; title: string; isSold: boolean }) {
  const name = title || WITHOUT_OPTIONS
  return { value: id, label: isSold ? name : `${name} (ended)` }
}

export default function StockLedger() {
  const { id, name, variants, filter, lines, count } = useLoaderData<typeof loader>()
  const hasVariants = variants.length > 1
  return (
    <ListPage
      title="Stock ledger"
      lead={<RecordLink to={paths.adminProduct(id)}>{name}</RecordLink>}
      caption={`Stock ledger of ${name}`}
      label="Stock movements"
      list={{ path: paths.stockLedger(id), filter }}
      filters={hasVariants ? [{ name: "variant", label: "Version", options: variants.map(toOption) }] : undefined}
      count={count}
      empty={{ title: "No stock movements yet", icon: "box" }}
      columns={[
        { key: "at", label: "When" },
        ...(hasVariants ? [{ key: "variant", label: "Version" }] : []),
        { key: "reason", label: "Reason" },
        { key: "who", label: "Who" },
        { key: "change", label: "Change", align: "end" },
        { key: "stock", label: "Stock", align: "end" },
      ]}
      rows={lines.map((line) => ({
        id: String(line.id),
        at: <DateTime date={line.at} />,
        variant: line.title || WITHOUT_OPTIONS,
        reason: (
          <span>
            {reasons[line.reason]}
            {line.note && `: ${line.note}`}{" "}
            {line.orderId && line.orderNumber && (
              <RecordLink to={paths.adminOrder(line.orderId)}>Order {orderName(line.orderNumber)}</RecordLink>
            )}
          </span>
        ),
        who: line.actor,
        change: line.change > 0 ? `+${line.change}` : `−${-line.change}`,
        stock: line.stock,
      }))}
    />
  )
}
