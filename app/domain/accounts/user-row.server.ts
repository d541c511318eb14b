import { type Selectable, sql } from "kysely"
import type { UsersTable } from "~db/schema"
import { type PictureRow, pictureColumns, toPicture } from "../media/picture-row.server"
import type { Queryable } from "../shop"
import type { User } from "./user"

/** What a query selects of `users` left-joined with `pictures`. */
export const userColumns = [
  "users.id",
  "users.name",
  "users.email",
  "users.role",
  "users.created_at",
  ...pictureColumns,
] as const

type UserRow = Pick<Selectable<UsersTable>, "id" | "name" | "email" | "role" | "created_at"> & PictureRow

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    avatar: toPicture(row),
    createdAt: row.created_at,
  }
}

/** Somebody whose account is not deleted. */
export async function findActiveUser(shop: Queryable, id: string): Promise<User | null> {
  const row = await activeUsers(shop).select(userColumns).where("users.id", "=", id).executeTakeFirst()
  return row ? toUser(row) : null
}

/** All whose accounts are not deleted, with their pictures. */
export function activeUsers(shop: Queryable) {
  return shop.db
    .selectFrom("users")
    .leftJoin("pictures", "pictures.id", "users.avatar_picture_id")
    .where("users.deleted_at", "is", null)
}

/** Whether a row of `users` is the living owner of an e-mail address; there is at most one. */
export function ownsEmail(email: string) {
  return sql<boolean>`(lower(users.email) = ${email.toLowerCase()} and users.deleted_at is null)`
}
