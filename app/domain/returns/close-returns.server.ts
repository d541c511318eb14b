import type { Tx } from "../shop"

/** Closes the open returns of a cancelled order. The caller holds the order's lock. */
export async function closeReturnsOf(tx: Tx, orderId: string): Promise<void> {
  await tx.db
    .updateTable("returns")
    .set({ status: "refunded", closed_at: tx.now() })
    .where("order_id", "=", orderId)
    .where("closed_at", "is", null)
    .execute()
}
