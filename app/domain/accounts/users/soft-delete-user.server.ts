import type { Tx } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"

/** Deletes an account, or restores it with null. @throws ShopError `notFound`, also for one that its owner closed */
export async function setUserDeletedAt(tx: Tx, id: string, deletedAt: Date | null): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable("users")
    .set({ deleted_at: deletedAt, updated_at: tx.now() })
    .where("id", "=", id)
    .where("erased_at", "is", null)
    .where("deleted_at", deletedAt ? "is" : "is not", null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound("User not found")
}
