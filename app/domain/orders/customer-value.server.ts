import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import type { Cents } from "~/domain/money/money"
import type { Shop } from "~/domain/shop"

interface CustomerValue {
  orders: number
  /** Refunds are subtracted. */
  value: Cents
}

/** Returns an entry for every id; deleted orders do not count. */
export async function readCustomerValues(
  { db }: Shop,
  _staff: Staff<"customers.see">,
  userIds: string[],
): Promise<Record<string, CustomerValue>> {
  const { rows } = await sql<CustomerValue & { id: string }>`
    select wanted.id, count(orders.id) as orders, coalesce(sum(total_price - refunded_amount), 0) as value
    from unnest(${userIds}::text[]) wanted (id)
    left join orders on orders.user_id = wanted.id and orders.deleted_at is null
    group by wanted.id`.execute(db)
  return Object.fromEntries(rows.map(({ id, ...value }) => [id, value]))
}
