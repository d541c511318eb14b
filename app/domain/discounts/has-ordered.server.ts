import { type RawBuilder, sql } from "kysely"

/** Looks at the orders of accounts with the user's address, but not of other guests, who can enter any address. */
export function hasOrdered(user: { id: string; email: string } | null): RawBuilder<boolean> {
  const [account, address] = [user?.id ?? null, user?.email ?? null]
  return sql<boolean>`exists (select from orders where status <> 'Cancelled' and user_id in (
    select ${account} union all
    select id from users where lower(email) = lower(${address}) and not is_guest and deleted_at is null))`
}
