import type { Queryable, Tx } from "../../shop"
import { invalid } from "../../shop-error"
import { newReadableToken } from "../token-hash.server"
import { OWNER_ROLE } from "./role"

export async function hasNoUsers(shop: Queryable): Promise<boolean> {
  return (await shop.db.selectFrom("users").select("id").limit(1).executeTakeFirst()) === undefined
}

/** 120 random bits, without characters that look alike */
export function randomPassword(): string {
  return newReadableToken(4, 6)
}

/** Locks all owners who can sign in until the transaction ends. @throws ShopError `invalid` if none would be left */
export async function assertNotLastOwner(tx: Tx, leavingId: string): Promise<void> {
  const owners = await tx.db
    .selectFrom("staff")
    .innerJoin("users", "users.id", "user_id")
    .select("users.id")
    .where("role_id", "=", OWNER_ROLE)
    .where("deleted_at", "is", null)
    .where("password_hash", "<>", "")
    .orderBy("users.id")
    .forNoKeyUpdate()
    .execute()
  if (owners.some(({ id }) => id === leavingId) && owners.length === 1) {
    throw invalid("The last administrator can be neither deleted nor demoted")
  }
}
