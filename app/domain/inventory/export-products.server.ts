import type { Admin } from "../accounts/user"
import { describeProducts } from "../catalog/listing.server"
import { summaryColumns, toSummary } from "../catalog/product-rows.server"
import type { Shop } from "../shop"
import { matchingProducts, sortInventory } from "./inventory.server"
import type { InventoryFilter } from "./inventory-filter"
import { formatProducts } from "./product-csv.server"

/** All products that a filter leaves, in its order, as CSV; an import takes it back unchanged. */
export async function exportProducts(shop: Shop, _admin: Admin, filter: InventoryFilter): Promise<string> {
  const rows = await sortInventory(matchingProducts(shop, filter), filter.sort).select(summaryColumns).execute()
  const products = rows.map((row) => toSummary(row, new Map()))
  return formatProducts(await describeProducts(shop, products))
}
