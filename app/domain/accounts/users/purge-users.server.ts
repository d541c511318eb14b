import { sql } from "kysely"
import type { Shop, Tx } from "~/domain/shop"
import { deleteEmailUndos } from "../email-undos.server"

const erasedColumns = { password_hash: "", avatar_picture_id: null, shipping_info: null }

/** An imported account may have an address, but no password. */
const hasPrivateColumns = sql<boolean>`(password_hash <> '' or shipping_info is not null)`

export async function findPurgeableUsers(shop: Shop, before: Date): Promise<{ id: string }[]> {
  return shop.db
    .selectFrom("users")
    .select("id")
    .where("deleted_at", "<", before)
    .where("erased_at", "is", null)
    .where((row) =>
      row.or([
        hasPrivateColumns,
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

/** Returns whether the uploads were not removed yet. */
export async function clearPrivateColumns(tx: Tx, id: string, before: Date): Promise<boolean> {
  const cleared = await tx.db
    .updateTable("users")
    .set(erasedColumns)
    .where("id", "=", id)
    .where("deleted_at", "<", before)
    .where(hasPrivateColumns)
    .executeTakeFirst()
  if (cleared.numUpdatedRows === 0n) return false
  await deleteEmailUndos(tx, id)
  return true
}
