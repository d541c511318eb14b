import { sql } from "kysely"
import { pictureOf } from "~/domain/media/picture-column.server"
import type { Queryable, Tx } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import type { VerifiedCredentials } from "./passwords/verified-credentials"
import type { StaffRole } from "./role"
import type { User } from "./user"

/** The role is read with the account, so that a changed one counts at the next request. */
const staffRole = sql<StaffRole | null>`case users.role when 'admin' then (
  select json_build_object('id', roles.id, 'name', roles.name, 'permissions', roles.permissions,
    'refundLimitOfOrder', refund_limit_of_order, 'refundLimitOfDay', refund_limit_of_day)
  from staff join roles on roles.id = role_id where user_id = users.id) end`

export const userColumns = [
  "users.id",
  "users.name",
  "users.email",
  "users.role",
  staffRole.as("staffRole"),
  "users.is_guest as isGuest",
  sql<boolean>`users.email_verified_at is not null`.as("isVerified"),
  "users.awaits_role as awaitsRole",
  "users.created_at as createdAt",
  pictureOf("users.avatar_picture_id").as("avatar"),
] as const

export async function findActiveUser(shop: Queryable, id: string): Promise<User | null> {
  return (await activeUsers(shop).select(userColumns).where("users.id", "=", id).executeTakeFirst()) ?? null
}

/** @throws ShopError `notFound` */
export async function getActiveUser(shop: Queryable, id: string): Promise<User> {
  const user = await findActiveUser(shop, id)
  if (!user) throw notFound("User not found")
  return user
}

/** Excludes guests */
export function activeUsers({ db }: Pick<Queryable, "db">) {
  return db.selectFrom("users").where("users.deleted_at", "is", null).where("users.is_guest", "=", false)
}

export function ownsEmail(email: string) {
  return sql<boolean>`(lower(users.email) = lower(${email}) and users.deleted_at is null and not users.is_guest)`
}

/** Locks the account, which also protects its saved cart. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  await tx.db.selectFrom("users").select("id").where("id", "=", id).forNoKeyUpdate().execute()
}

/** Locks the account; returns `false` if its password has changed since it was verified. */
export async function lockVerifiedUser(tx: Tx, { userId, passwordHash }: VerifiedCredentials): Promise<boolean> {
  const user = await activeUsers(tx)
    .select("users.id")
    .where("users.id", "=", userId)
    .where("users.password_hash", "=", passwordHash)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return user !== undefined
}
