import { sql } from "kysely"
import type { Tx } from "~/domain/shop"

/**
 * Closes the open returns of a cancelled order; an unconfirmed withdrawal is closed too. The caller holds the order's
 * lock.
 */
export async function closeReturnsOf(tx: Tx, orderId: string): Promise<void> {
  const isDeclared = sql`status = 'declared'`
  await tx.db
    .updateTable("returns")
    .set({
      closed_at: tx.now(),
      status: sql`case when ${isDeclared} then 'declined' else 'refunded' end`,
      refusal: sql`case when ${isDeclared} then 'The order was cancelled' else refusal end`,
      confirm_token_hash: sql`case when ${isDeclared} then null else confirm_token_hash end`,
    })
    .where("order_id", "=", orderId)
    .where("closed_at", "is", null)
    .execute()
}
