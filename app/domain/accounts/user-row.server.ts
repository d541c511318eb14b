import { sql } from "kysely"
import { pictureOf } from "../media/picture-column.server"
import type { Queryable, Tx } from "../shop"
import type { User } from "./user"

/** What a query selects of `users` for a `User`. */
export const userColumns = [
  "users.id",
  "users.name",
  "users.email",
  "users.role",
  "users.created_at as createdAt",
  pictureOf("users.avatar_picture_id").as("avatar"),
] as const

/** A user whose account is not deleted. */
export async function findActiveUser(shop: Queryable, id: string): Promise<User | null> {
  return (await activeUsers(shop).select(userColumns).where("users.id", "=", id).executeTakeFirst()) ?? null
}

/** All whose accounts are not deleted. */
export function activeUsers(shop: Queryable) {
  return shop.db.selectFrom("users").where("users.deleted_at", "is", null)
}

/** Whether a row of `users` is the active owner of an e-mail address; there is at most one. */
export function ownsEmail(email: string) {
  return sql<boolean>`(lower(users.email) = ${email.toLowerCase()} and users.deleted_at is null)`
}

/** Takes the row lock under which an account and its saved cart change. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  await tx.db.selectFrom("users").select("id").where("id", "=", id).forNoKeyUpdate().execute()
}
