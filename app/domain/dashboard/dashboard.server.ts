import type { Admin } from "../accounts/user"
import type { ProductSummary } from "../catalog/product"
import { FEW_UNITS } from "../inventory/inventory"
import { listInventory } from "../inventory/inventory.server"
import { InventoryFilter } from "../inventory/inventory-filter"
import type { OrderRow } from "../orders/order"
import { AdminOrderFilter } from "../orders/order-filter"
import { listOrders } from "../orders/order-list.server"
import type { Shop } from "../shop"
import { type Attention, readAttention } from "./attention.server"
import { type Figures, readFigures } from "./figures.server"
import type { IncomeSpan, IncomeStep } from "./income"
import { readIncome } from "./income.server"
import { readStockSplit, type StockSplit } from "./stock-split.server"

/** What an administrator wants to know first in the morning. */
export interface Dashboard {
  figures: Figures
  attention: Attention
  income: IncomeStep[]
  stock: StockSplit
  /** The newest orders. */
  latest: OrderRow[]
  /** What has few units or none left, least first. */
  runningOut: ProductSummary[]
}

const FEW_ROWS = 6

export async function readDashboard(shop: Shop, admin: Admin, span: IncomeSpan): Promise<Dashboard> {
  const [figures, attention, income, stock, { orders }, { products }] = await Promise.all([
    readFigures(shop, admin),
    readAttention(shop, admin),
    readIncome(shop, admin, span),
    readStockSplit(shop, admin),
    listOrders(shop, admin, AdminOrderFilter.parse({})),
    listInventory(shop, admin, InventoryFilter.parse({ sort: "stock" })),
  ])
  const runningOut = products.filter((product) => product.stock <= FEW_UNITS)
  return {
    figures,
    attention,
    income,
    stock,
    latest: orders.slice(0, FEW_ROWS),
    runningOut: runningOut.slice(0, FEW_ROWS),
  }
}
