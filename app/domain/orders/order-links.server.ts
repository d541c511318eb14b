import { sql } from "kysely"
import { hashToken, newToken } from "~/domain/accounts/token-hash.server"
import type { User } from "~/domain/accounts/user"
import { userColumns } from "~/domain/accounts/user-row.server"
import { ago, DAY } from "~/domain/durations"
import type { Queryable } from "~/domain/shop"
import { LINK_DAYS } from "./order"

/** The page that a link for the order leads to; the token is stored as a hash */
export async function insertOrderLink({ db, now }: Queryable, orderId: string): Promise<{ path: string }> {
  const token = newToken()
  await db
    .insertInto("order_links")
    .values({ token_hash: hashToken(token), order_id: orderId, created_at: now() })
    .execute()
  return { path: `/order/link/${token}` }
}

export async function revokeOrderLinks({ db }: Queryable, orderId: string): Promise<void> {
  await db.deleteFrom("order_links").where("order_id", "=", orderId).execute()
}

export async function deleteOrderLinks({ db }: Queryable, userId: string): Promise<void> {
  const orders = db.selectFrom("orders").select("id").where("user_id", "=", userId)
  await db.deleteFrom("order_links").where("order_id", "in", orders).execute()
}

interface LinkedOrder {
  orderId: string
  /** The link opens nothing once the order belongs to an account: its owner has to sign in. */
  owner: User
}

export async function findLinkedOrder(shop: Queryable, token: string): Promise<LinkedOrder | null> {
  const row = await shop.db
    .selectFrom("order_links")
    .innerJoin("orders", "orders.id", "order_links.order_id")
    .innerJoin("users", "users.id", "orders.user_id")
    .select(["orders.id as orderId", ...userColumns])
    .where("token_hash", "=", hashToken(token))
    .where(isLinkable(shop))
    .executeTakeFirst()
  if (!row) return null
  const { orderId, ...owner } = row
  return { orderId, owner }
}

/** Returns whether an order is unfinished, or ended within the lifetime of its links. */
export function isLinkable(shop: Queryable) {
  const cutoff = ago(shop, LINK_DAYS * DAY)
  return sql<boolean>`(orders.deleted_at is null and coalesce(delivered_at, cancelled_at, 'infinity') > ${cutoff})`
}
