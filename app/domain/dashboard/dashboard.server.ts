import { type LowStockVariant, listLowStock } from "~/domain/product-table/product-table.server"
import type { Staff } from "../accounts/actor"
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

export interface Dashboard {
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
  staff: Staff<"orders.see" | "products.see" | "attention.settle">,
  span: IncomeSpan,
): Promise<Dashboard> {
  const [sales, attention, income, topProducts, stock, { orders }, lowStock] = await Promise.all([
    readSales(shop, staff),
    readAttention(shop, staff),
    readIncome(shop, staff, span),
    listTopProducts(shop, staff, span),
    readStockLevels(shop, staff),
    listOrders(shop, staff, AdminOrderFilter.parse({})),
    listLowStock(shop, staff, MAX_ROWS),
  ])
  return {
    sales,
    attention,
    income,
    topProducts,
    stock,
    latest: orders.slice(0, MAX_ROWS),
    lowStock,
  }
}
