import type { Admin } from "../accounts/user"
import { FEW_UNITS } from "../inventory/inventory"
import type { Shop } from "../shop"

/** How many products are in stock, nearly sold out and sold out. */
export interface StockSplit {
  plenty: number
  few: number
  out: number
}

export async function readStockSplit(shop: Shop, _admin: Admin): Promise<StockSplit> {
  return shop.db
    .selectFrom("products")
    .select((row) => [
      row.fn.countAll<number>().filterWhere("stock", ">", FEW_UNITS).as("plenty"),
      row.fn.countAll<number>().filterWhere("stock", "<=", FEW_UNITS).filterWhere("stock", ">", 0).as("few"),
      row.fn.countAll<number>().filterWhere("stock", "=", 0).as("out"),
    ])
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow()
}
