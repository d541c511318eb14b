import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { LOW_STOCK } from "~/domain/product-table/product-table"
import type { Shop } from "~/domain/shop"

export interface StockLevels {
  plenty: number
  few: number
  out: number
}

/** Counts products on sale, each at the level of its variant with the fewest units. */
export async function readStockLevels({ db }: Shop, _staff: Staff<"products.see">): Promise<StockLevels> {
  const { rows } = await sql<{ products: number; low: number; out: number }>`
    with low as (
      select min(variants.stock) as fewest
      from variants join products on products.id = product_id
      where removed_at is null and variants.stock <= ${sql.lit(LOW_STOCK)} and is_public
      group by product_id)
    select (select count(*) from products where is_public) as products,
      count(*) as low, count(*) filter (where fewest = 0) as out
    from low`.execute(db)
  const { products = 0, low = 0, out = 0 } = rows[0] ?? {}
  return { plenty: products - low, few: low - out, out }
}
