import type { Admin } from "../accounts/user"
import { readWithDescriptions } from "../catalog/product-rows.server"
import { csvTable } from "../csv-table.server"
import type { Shop } from "../shop"
import { matchingProducts, sortInventory } from "./inventory.server"
import type { InventoryFilter } from "./inventory-filter"
import { productColumns } from "./product-columns"

/** All products that a filter leaves, in its order, as CSV; an import takes it back unchanged. */
export async function* exportProducts(shop: Shop, _admin: Admin, filter: InventoryFilter): AsyncGenerator<string> {
  const rows = await sortInventory(matchingProducts(shop, filter), filter.sort).select("products.id").execute()
  const ids = rows.map((row) => row.id)
  yield* csvTable(productColumns, ids, (some) => readWithDescriptions(shop, some))
}
