import { randomBytes } from "node:crypto"
import type { Queryable, Tx } from "../shop"
import { invalid } from "../shop-error"

export async function hasNoUsers(shop: Queryable): Promise<boolean> {
  return (await shop.db.selectFrom("users").select("id").limit(1).executeTakeFirst()) === undefined
}

/** Returns 120 random bits without characters that look alike. */
export function randomPassword(): string {
  const alphabet = "abcdefghijkmnpqrstuvwxyz23456789"
  const characters = [...randomBytes(24)].map((byte) => alphabet[byte % 32])
  return characters.join("").replace(/(.{6})(?=.)/g, "$1-")
}

/** Locks all administrators until the transaction ends. @throws ShopError `invalid` if none would be left */
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
