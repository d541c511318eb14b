import { sql } from "kysely"
import type { Tx } from "../shop"

/**
 * How many units of an order line are in the parcel: what was sent, or, before that, what has neither come back to
 * stock nor been paid back.
 */
export const unitsToSendColumn = sql<number>`coalesce(sent_quantity, quantity - returned_quantity - written_off_quantity)`

/** Writes down what is in the parcel of an order that is being shipped, and answers how many units that are. */
export async function packUnits(tx: Tx, orderId: string): Promise<number> {
  const lines = await tx.db
    .updateTable("order_lines")
    .set({ sent_quantity: unitsToSendColumn })
    .where("order_id", "=", orderId)
    .returning("sent_quantity as units")
    .execute()
  return lines.reduce((sum, { units }) => sum + (units ?? 0), 0)
}
