import { sql } from "kysely"
import { type Staff, staffOf } from "~/domain/accounts/actor"
import { addDays, addYears } from "~/domain/days/calendar"
import { todayOf } from "~/domain/days/shop-days.server"
import { isWithin } from "~/domain/days/stored-day.server"
import type { Cents } from "~/domain/money/money"
import type { OrderRow } from "~/domain/orders/order"
import { listLatestOrders } from "~/domain/orders/order-list.server"
import { statusesWhere } from "~/domain/orders/order-status"
import { readSales, readUnpaid } from "~/domain/orders/sales-by-day.server"
import { LOW_STOCK } from "~/domain/product-table/product-table"
import { type LowStockVariant, listLowStock } from "~/domain/product-table/product-table.server"
import { countMatches } from "~/domain/search/counts.server"
import { emptyFilter } from "~/domain/search/product-filter"
import type { Shop } from "~/domain/shop"
import { readCatalogVersion } from "~/domain/versions/versions.server"
import { type Attention, readAttention } from "./attention.server"
import type { IncomePeriod, IncomeSpan } from "./income"

interface Sales {
  orders: number
  /** The sum of the orders' totals */
  income: Cents
  /** The part of the income that is not paid */
  unpaid: Cents
  refunded: Cents
}

interface TopProduct {
  id: string
  name: string
  /** Excludes returned units */
  units: number
  /** Amounts at the orders' prices */
  income: Cents
}

/** Products by stock, without deleted ones */
export interface StockLevels {
  plenty: number
  few: number
  out: number
  /** Sold-out variants of products that are still available */
  soldOutVersions: number
}

interface Dashboard {
  sales: Sales
  attention: Attention
  income: IncomePeriod[]
  topProducts: TopProduct[]
  stock: StockLevels
  latest: OrderRow[]
  /** Lowest stock first */
  lowStock: LowStockVariant[]
}

const MAX_ROWS = 6

export async function readDashboard(
  shop: Shop,
  reader: Staff<"orders.see" | "products.see" | "attention.settle">,
  span: IncomeSpan,
): Promise<Dashboard>
/** Returns only the parts that the reader may see. */
export async function readDashboard(shop: Shop, reader: Staff<never>, span: IncomeSpan): Promise<Partial<Dashboard>>
export async function readDashboard(shop: Shop, reader: Staff<never>, span: IncomeSpan): Promise<Partial<Dashboard>> {
  const settler = staffOf(reader, ["attention.settle"])
  const seller = staffOf(reader, ["orders.see"])
  const stocker = staffOf(reader, ["products.see"])
  const [attention, ofOrders, topProducts, ofProducts] = await Promise.all([
    settler && readAttention(shop, settler),
    seller && readOrders(shop, seller, span),
    seller && stocker && listTopProducts(shop, span),
    stocker && readProducts(shop, stocker),
  ])
  return { ...(attention && { attention }), ...ofOrders, ...(topProducts && { topProducts }), ...ofProducts }
}

async function readOrders(shop: Shop, staff: Staff<"orders.see">, span: IncomeSpan) {
  const [{ orders, total, refunded }, unpaid, income, latest] = await Promise.all([
    readSales(shop),
    readUnpaid(shop),
    readIncome(shop, span),
    listLatestOrders(shop, staff, MAX_ROWS),
  ])
  return { sales: { orders, income: total, unpaid, refunded }, income, latest }
}

async function readProducts(shop: Shop, staff: Staff<"products.see">) {
  const [stock, lowStock] = await Promise.all([readStockLevels(shop), listLowStock(shop, staff, MAX_ROWS)])
  return { stock, lowStock }
}

const periodUnits = {
  "30 days": { unit: "day", step: "1 day", count: 30, back: "59 days" },
  "12 months": { unit: "month", step: "1 month", count: 12, back: "23 months" },
} as const

/** Returns periods of the shop's days, including the current one, oldest first. */
async function readIncome(shop: Shop, span: IncomeSpan): Promise<IncomePeriod[]> {
  const { unit, step, count, back } = periodUnits[span]
  const { rows } = await sql<Omit<IncomePeriod, "earlierIncome">>`
    with last as (select date_trunc(${unit}, ${todayOf(shop)}::date::timestamp) as since)
    select to_char(step.since, 'YYYY-MM-DD') as "from",
      coalesce(sum(total), 0) as income, coalesce(sum(refunded), 0) as refunded,
      coalesce(sum(sales_by_day.orders), 0) as orders
    from last
    cross join generate_series(last.since - ${back}::interval, last.since, ${step}::interval) step (since)
    left join sales_by_day on day >= step.since::date and day < (step.since + ${step}::interval)::date
    group by step.since order by step.since`.execute(shop.db)
  return rows.slice(count).map((row, index) => ({ ...row, earlierIncome: rows[index]?.income ?? 0 }))
}

const MAX_PRODUCTS = 6

const soldStatuses = statusesWhere(({ sold }) => sold)

async function listTopProducts(shop: Shop, span: IncomeSpan): Promise<TopProduct[]> {
  const today = todayOf(shop)
  const firstDay = span === "30 days" ? addDays(today, -29) : addYears(today, -1)
  const units = sql<number>`order_lines.quantity - order_lines.returned_quantity - order_lines.written_off_quantity`
  const { rows } = await sql<TopProduct>`
    select order_lines.product_id as id, max(order_lines.name) as name,
      sum(${units})::int as units, sum((${units}) * order_lines.price::bigint)::bigint as income
    from orders join order_lines on order_lines.order_id = orders.id
    where orders.deleted_at is null and orders.status = any(${soldStatuses})
      and ${isWithin("orders.created_at", { from: firstDay, to: "" })}
    group by order_lines.product_id having sum(${units}) > 0
    order by income desc, id limit ${MAX_PRODUCTS}`.execute(shop.db)
  return rows
}

async function readStockLevels(shop: Shop): Promise<StockLevels> {
  const published = await countMatches(shop, await readCatalogVersion(shop), emptyFilter, null)
  const { rows } = await sql<Omit<StockLevels, "plenty"> & { hidden: number }>`
    with low as (
      select products.stock, is_public, count(*) filter (where variants.stock = 0) as empty
      from variants join products on products.id = product_id
      where removed_at is null and variants.stock <= ${sql.lit(LOW_STOCK)} and deleted_at is null
      group by products.id)
    select count(*) filter (where stock = 0) as out,
      count(*) filter (where stock between 1 and ${sql.lit(LOW_STOCK)}) as few,
      coalesce(sum(empty) filter (where stock > 0 and is_public), 0) as "soldOutVersions",
      (select count(*) from products where not is_public and deleted_at is null) as hidden
    from low`.execute(shop.db)
  const { hidden = 0, ...levels } = rows[0] ?? { out: 0, few: 0, soldOutVersions: 0 }
  return { ...levels, plenty: published + hidden - levels.out - levels.few }
}
