import type { Tx } from "../shop"

/** Nothing of a cancelled order is left to be given back. The caller holds the order's lock. */
export async function closeReturnsOf(tx: Tx, orderId: string): Promise<void> {
  await tx.db
    .updateTable("returns")
    .set({ status: "refunded", closed_at: tx.now() })
    .where("order_id", "=", orderId)
    .where("closed_at", "is", null)
    .execute()
}
