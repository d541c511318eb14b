import { type RawBuilder, sql } from "kysely"

/** Of the account, or of another one with its e-mail address. A guest may have typed anybody's. */
export function hasOrdered(user: { id: string; email: string } | null): RawBuilder<boolean> {
  const [account, address] = [user?.id ?? null, user?.email ?? null]
  return sql<boolean>`exists (select from orders where status <> 'Cancelled' and user_id in (
    select ${account} union all
    select id from users where lower(email) = lower(${address}) and not is_guest and deleted_at is null))`
}
