import type { Staff } from "~/domain/accounts/actor"
import { LOW_STOCK } from "~/domain/product-table/product-table"
import type { Shop } from "~/domain/shop"

export interface StockLevels {
  plenty: number
  few: number
  out: number
}

export async function readStockLevels(shop: Shop, _staff: Staff<"products.see">): Promise<StockLevels> {
  return shop.db
    .selectFrom("products")
    .select((row) => [
      row.fn.countAll<number>().filterWhere("stock", ">", LOW_STOCK).as("plenty"),
      row.fn.countAll<number>().filterWhere("stock", "<=", LOW_STOCK).filterWhere("stock", ">", 0).as("few"),
      row.fn.countAll<number>().filterWhere("stock", "=", 0).as("out"),
    ])
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow()
}
