import type { Staff } from "~/domain/accounts/actor"
import { readWithDescriptions } from "~/domain/catalog/product-rows.server"
import { csvTable } from "~/domain/csv/csv-table.server"
import type { Shop } from "~/domain/shop"
import { productColumns } from "./product-columns"
import { matchingProducts, sortInventory } from "./product-table.server"
import type { InventoryFilter } from "./product-table-filter"

/** Yields a CSV file whose import changes nothing. */
export async function* exportProducts(
  shop: Shop,
  _staff: Staff<"products.see">,
  filter: InventoryFilter,
): AsyncGenerator<string> {
  const rows = await sortInventory(matchingProducts(shop, filter), filter.sort).select("products.id").execute()
  const ids = rows.map((row) => row.id)
  yield* csvTable(productColumns, ids, (some) => readWithDescriptions(shop, some))
}
