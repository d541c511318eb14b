import { sql } from "kysely"
import type { Admin } from "../accounts/user"
import type { Shop } from "../shop"
import { matchingProducts, sortInventory } from "./inventory.server"
import type { InventoryFilter } from "./inventory-filter"
import type { CsvProduct } from "./product-csv.server"

/** So many are described and written at once; other requests get their turn in between. */
const BATCH = 1_000

/** All products that a filter leaves, in its order, as CSV; an import takes it back unchanged. */
export async function exportProducts(shop: Shop, _admin: Admin, filter: InventoryFilter): Promise<string> {
  const { csvHeader, formatProducts } = await import("./product-csv.server")
  const rows = await sortInventory(matchingProducts(shop, filter), filter.sort).select("products.id").execute()
  const ids = rows.map((row) => row.id)
  const parts = [csvHeader()]
  for (let start = 0; start < ids.length; start += BATCH) {
    parts.push(formatProducts(await readProducts(shop, ids.slice(start, start + BATCH))))
  }
  return parts.join("")
}

async function readProducts(shop: Shop, ids: readonly string[]): Promise<CsvProduct[]> {
  const found = await sql<CsvProduct>`
    select products.id, name, category, price, compare_at_price as "compareAtPrice", stock,
      coalesce(description, '') as desc
    from unnest(${ids}::text[]) with ordinality as wanted (id, place)
    join products using (id) left join product_descriptions on product_id = products.id
    where deleted_at is null
    order by place`.execute(shop.db)
  return found.rows
}
