import { randomBytes } from "node:crypto"
import type { Queryable, Tx } from "../shop"
import { invalid } from "../shop-error"

/** Whether there has never been an account here. */
export async function hasNoUsers(shop: Queryable): Promise<boolean> {
  return (await shop.db.selectFrom("users").select("id").limit(1).executeTakeFirst()) === undefined
}

/** 120 random bits in letters and digits that are easy to type. */
export function randomPassword(): string {
  const alphabet = "abcdefghijkmnpqrstuvwxyz23456789"
  const characters = [...randomBytes(24)].map((byte) => alphabet[byte % 32])
  return characters.join("").replace(/(.{6})(?=.)/g, "$1-")
}

/**
 * Takes the lock that every change of who is an administrator takes, so that two such changes never overlap, and
 * refuses when it would leave the shop without one.
 * @throws ShopError `invalid`
 */
export async function assertNotLastAdmin(tx: Tx, leavingId: string): Promise<void> {
  const admins = await tx.db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute()
  if (admins.some(({ id }) => id === leavingId) && admins.length === 1) {
    throw invalid("The last administrator can be neither deleted nor demoted")
  }
}
