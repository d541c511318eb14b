import { sql } from "kysely"
import type { Queryable } from "~/domain/shop"
import { activeUsers } from "./user-row.server"

/** Expects the `users` table in the query. */
export const hasSecondFactorSql = sql<boolean>`(
  exists (select from authenticator_apps where user_id = users.id)
  or exists (select from passkeys where user_id = users.id))`

export async function hasSecondFactor(shop: Queryable, userId: string): Promise<boolean> {
  const user = await activeUsers(shop)
    .select(hasSecondFactorSql.as("has"))
    .where("users.id", "=", userId)
    .executeTakeFirst()
  return user?.has ?? false
}
