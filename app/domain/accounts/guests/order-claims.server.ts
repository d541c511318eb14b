import { sql } from "kysely"
import { HOUR } from "~/domain/durations"
import type { Queryable, Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import type { Member } from "../actor"
import { hashToken, newExpiringToken } from "../token-hash.server"
import type { User } from "../user"

/** Returns the token of a link that proves a member's address; it is stored as a hash, for an hour. */
export async function insertOrderClaim(tx: Tx, { id, email }: Pick<User, "id" | "email">): Promise<string> {
  const { token, stored } = newExpiringToken(tx, HOUR)
  await tx.db
    .insertInto("order_claims")
    .values({ ...stored, user_id: id, email })
    .execute()
  return token
}

/** @throws ShopError `invalid` for a used, expired or unknown link, and for a link of another account or address */
export async function checkOrderClaim(shop: Queryable, member: Member, token: string): Promise<void> {
  const claim = shop.db
    .selectFrom("order_claims")
    .select("token_hash")
    .where(isUsable(shop, member, token))
  await claim.executeTakeFirstOrThrow(unusable)
}

/** Works once per link, even concurrently. @throws ShopError as `checkOrderClaim` */
export async function takeOrderClaim(tx: Tx, member: Member, token: string): Promise<void> {
  const { numDeletedRows } = await tx.db
    .deleteFrom("order_claims")
    .where(isUsable(tx, member, token))
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw unusable()
}

const unusable = () => invalid("This link has expired")

/** The link becomes void when the member changes the address. */
function isUsable({ now }: Queryable, { id }: Member, token: string) {
  return sql<boolean>`(token_hash = ${hashToken(token)} and user_id = ${id} and expires_at > ${now()}
    and lower(order_claims.email) = (select lower(users.email) from users where users.id = user_id and deleted_at is null))`
}

export async function revokeOrderClaims(tx: Tx, userId: string): Promise<void> {
  await tx.db.deleteFrom("order_claims").where("user_id", "=", userId).execute()
}
