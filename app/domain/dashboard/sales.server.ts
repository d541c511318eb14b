import type { Cents } from "~/domain/money/money"
import type { Staff } from "../accounts/actor"
import type { Shop } from "../shop"

export interface Sales {
  orders: number
  /** Refunds are subtracted. */
  income: Cents
}

export async function readSales(shop: Shop, _staff: Staff<"orders.see">): Promise<Sales> {
  const { orders, total, refunded } = await shop.db
    .selectFrom("orders")
    .select((row) => [
      row.fn.countAll<number>().as("orders"),
      row.fn.sum<number | null>("total_price").as("total"),
      row.fn.sum<number | null>("refunded_amount").as("refunded"),
    ])
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow()
  return { orders, income: (total ?? 0) - (refunded ?? 0) }
}
