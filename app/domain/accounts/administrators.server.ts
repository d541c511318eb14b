import type { Queryable, Tx } from "../shop"
import { invalid } from "../shop-error"
import { newReadableToken } from "./token-hash.server"

export async function hasNoUsers(shop: Queryable): Promise<boolean> {
  return (await shop.db.selectFrom("users").select("id").limit(1).executeTakeFirst()) === undefined
}

/** Returns 120 random bits without characters that look alike. */
export function randomPassword(): string {
  return newReadableToken(4, 6)
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
