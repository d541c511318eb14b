import { type LowStockVariant, listLowStock } from "~/domain/product-table/product-table.server"
import { type Staff, staffOf } from "../accounts/actor"
import type { OrderRow } from "../orders/order"
import { AdminOrderFilter } from "../orders/order-filter"
import { listOrders } from "../orders/order-list.server"
import type { Shop } from "../shop"
import { type Attention, readAttention } from "./attention.server"
import type { IncomePeriod, IncomeSpan } from "./income"
import { readIncome } from "./income.server"
import { readSales, type Sales } from "./sales.server"
import { readStockLevels, type StockLevels } from "./stock-levels.server"
import { listTopProducts, type TopProduct } from "./top-products.server"

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
    seller && stocker && listTopProducts(shop, seller, span),
    stocker && readProducts(shop, stocker),
  ])
  return { ...(attention && { attention }), ...ofOrders, ...(topProducts && { topProducts }), ...ofProducts }
}

async function readOrders(shop: Shop, staff: Staff<"orders.see">, span: IncomeSpan) {
  const [sales, income, { orders }] = await Promise.all([
    readSales(shop, staff),
    readIncome(shop, staff, span),
    listOrders(shop, staff, AdminOrderFilter.parse({})),
  ])
  return { sales, income, latest: orders.slice(0, MAX_ROWS) }
}

async function readProducts(shop: Shop, staff: Staff<"products.see">) {
  const [stock, lowStock] = await Promise.all([readStockLevels(shop, staff), listLowStock(shop, staff, MAX_ROWS)])
  return { stock, lowStock }
}
