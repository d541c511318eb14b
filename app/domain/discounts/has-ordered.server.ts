import { type RawBuilder, sql } from "kysely"

/** Of the account, or of another one, or a guest, with its e-mail address */
export function hasOrdered(user: { id: string; email: string } | null): RawBuilder<boolean> {
  const [account, address] = [user?.id ?? null, user?.email ?? null]
  return sql<boolean>`exists (select from orders where status <> 'Cancelled' and user_id in (
    select ${account} union all
    select id from users where lower(email) = lower(${address}) and is_guest and erased_at is null union all
    select id from users where lower(email) = lower(${address}) and not is_guest and deleted_at is null))`
}
