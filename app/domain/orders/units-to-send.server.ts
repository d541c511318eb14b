import { sql } from "kysely"
import type { Tx } from "~/domain/shop"

/** Units sent or, before shipping, units neither returned nor written off */
export const unitsToSendColumn = sql<number>`coalesce(sent_quantity, quantity - returned_quantity - written_off_quantity)`

/** Returns the number of units in the parcel. */
export async function packUnits(tx: Tx, orderId: string): Promise<number> {
  const lines = await tx.db
    .updateTable("order_lines")
    .set({ sent_quantity: unitsToSendColumn })
    .where("order_id", "=", orderId)
    .returning("sent_quantity as units")
    .execute()
  return lines.reduce((sum, { units }) => sum + (units ?? 0), 0)
}
