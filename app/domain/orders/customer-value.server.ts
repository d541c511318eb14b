import type { Admin } from "../accounts/user"
import type { Cents } from "../money"
import type { Shop } from "../shop"

/** What a customer has bought so far. */
export interface CustomerValue {
  orders: number
  /** What those orders came to, less what was given back. */
  value: Cents
}

/** By user id; every id that is asked for is there. Deleted orders do not count, cancelled ones have come to nothing. */
export async function readCustomerValues(
  shop: Shop,
  _admin: Admin,
  userIds: string[],
): Promise<Record<string, CustomerValue>> {
  if (userIds.length === 0) return {}
  const rows = await shop.db
    .selectFrom("orders")
    .select((row) => [
      "user_id",
      row.fn.countAll<number>().as("orders"),
      row.fn.sum<number>("total_price").as("total"),
      row.fn.sum<number>("refunded_amount").as("refunded"),
    ])
    .where("deleted_at", "is", null)
    .where("user_id", "in", userIds)
    .groupBy("user_id")
    .execute()
  const found = rows.map(
    ({ user_id, orders, total, refunded }) => [user_id, { orders, value: total - refunded }] as const,
  )
  return { ...Object.fromEntries(userIds.map((id) => [id, { orders: 0, value: 0 }])), ...Object.fromEntries(found) }
}
