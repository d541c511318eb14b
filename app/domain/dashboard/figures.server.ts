import type { Admin } from "../accounts/user"
import type { Cents } from "../money"
import type { Shop } from "../shop"

export interface Figures {
  orders: number
  /** What all orders came to, less what was given back. */
  income: Cents
  /** Products with a stock of nothing. */
  outOfStock: number
}

/** The three figures of the dashboard; what was deleted does not count. */
export async function readFigures(shop: Shop, _admin: Admin): Promise<Figures> {
  const [sales, shelves] = await Promise.all([
    shop.db
      .selectFrom("orders")
      .select((row) => [
        row.fn.countAll<number>().as("orders"),
        row.fn.sum<number | null>("total_price").as("total"),
        row.fn.sum<number | null>("refunded_amount").as("refunded"),
      ])
      .where("deleted_at", "is", null)
      .executeTakeFirstOrThrow(),
    shop.db
      .selectFrom("products")
      .select((row) => row.fn.countAll<number>().as("count"))
      .where("deleted_at", "is", null)
      .where("stock", "=", 0)
      .executeTakeFirstOrThrow(),
  ])
  return { orders: sales.orders, income: (sales.total ?? 0) - (sales.refunded ?? 0), outOfStock: shelves.count }
}
