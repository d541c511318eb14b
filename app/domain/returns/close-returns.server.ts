import type { Tx } from "~/domain/shop"

/** Closes the open returns of a cancelled order; a withdrawal that was not confirmed ends too. The caller holds the order's lock. */
export async function closeReturnsOf(tx: Tx, orderId: string): Promise<void> {
  const open = tx.db.updateTable("returns").where("order_id", "=", orderId).where("closed_at", "is", null)
  const closed = { closed_at: tx.now() }
  await open
    .where("status", "=", "declared")
    .set({ ...closed, status: "declined", refusal: "The order was cancelled", confirm_token_hash: null })
    .execute()
  await open.set({ ...closed, status: "refunded" }).execute()
}
