import { sql } from "kysely"
import type { Shop, Tx } from "~/domain/shop"
import { deleteEmailUndos } from "../email-undos.server"

const erasedColumns = { password_hash: "", avatar_picture_id: null, shipping_info: null }

/** An imported account may have no password, and no address either, but a note and a consent. */
const hasPrivateData = sql<boolean>`(password_hash <> '' or shipping_info is not null
  or exists (select from customer_origins where user_id = users.id))`

export async function findPurgeableUsers(shop: Shop, before: Date): Promise<{ id: string }[]> {
  return shop.db
    .selectFrom("users")
    .select("id")
    .where("deleted_at", "<", before)
    .where("erased_at", "is", null)
    .where((row) =>
      row.or([
        hasPrivateData,
        row.not(row.exists(row.selectFrom("orders").select("orders.id").whereRef("orders.user_id", "=", "users.id"))),
      ]),
    )
    .execute()
}

/** Returns whether it was deleted. @throws a foreign key violation if something refers to the account */
export async function purgeUser(tx: Tx, id: string, before: Date): Promise<boolean> {
  const query = tx.db.deleteFrom("users").where("id", "=", id).where("deleted_at", "<", before)
  return (await query.executeTakeFirst()).numDeletedRows > 0n
}

/** Returns whether there was private data; the caller deletes what other tables have. */
export async function clearPrivateData(tx: Tx, id: string, before: Date): Promise<boolean> {
  const cleared = await tx.db
    .updateTable("users")
    .set(erasedColumns)
    .where("id", "=", id)
    .where("deleted_at", "<", before)
    .where(hasPrivateData)
    .executeTakeFirst()
  if (cleared.numUpdatedRows === 0n) return false
  await deleteEmailUndos(tx, id)
  return true
}
