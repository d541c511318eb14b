import type { Tx } from "~/domain/shop"

/** Moves the orders of checkouts to another account; returns their number. */
export async function reassignOrders(tx: Tx, checkouts: string[], userId: string): Promise<number> {
  if (checkouts.length === 0) return 0
  const moved = tx.db.updateTable("orders").set({ user_id: userId }).where("checkout_id", "in", checkouts)
  return Number((await moved.executeTakeFirstOrThrow()).numUpdatedRows)
}
