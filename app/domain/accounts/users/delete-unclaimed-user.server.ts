import { sql } from "kysely"
import type { Tx } from "~/domain/shop"

/**
 * Deletes an account that has no password yet and whose address no one has proved. Returns whether it was deleted.
 * @throws a foreign key violation if something refers to the account
 */
export async function deleteUnclaimedUser(tx: Tx, id: string): Promise<boolean> {
  const unclaimed = sql<boolean>`(password_hash = '' and email_verified_at is null and not is_guest and not awaits_role)`
  const { numDeletedRows } = await tx.db.deleteFrom("users").where("id", "=", id).where(unclaimed).executeTakeFirst()
  return numDeletedRows > 0n
}
