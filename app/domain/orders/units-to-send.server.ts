import { sql } from "kysely"
import type { Tx } from "../shop"

/** Units in the parcel: those sent, or, before that, those that have neither come back nor been refunded. */
export const unitsToSendColumn = sql<number>`coalesce(sent_quantity, quantity - returned_quantity - written_off_quantity)`

/** Records what is in the parcel of an order that is being shipped. Returns how many units. */
export async function packUnits(tx: Tx, orderId: string): Promise<number> {
  const lines = await tx.db
    .updateTable("order_lines")
    .set({ sent_quantity: unitsToSendColumn })
    .where("order_id", "=", orderId)
    .returning("sent_quantity as units")
    .execute()
  return lines.reduce((sum, { units }) => sum + (units ?? 0), 0)
}
