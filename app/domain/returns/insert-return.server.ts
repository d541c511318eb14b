import type { Selectable } from "kysely"
import type { Tables } from "~db/schema"
import { newObjectId } from "../object-id.server"
import type { ReturnedUnits } from "../orders/order"
import type { Tx } from "../shop"

interface NewReturn extends Pick<Selectable<Tables["returns"]>, "kind" | "name" | "email" | "reason" | "items"> {
  at: Date
  units: readonly ReturnedUnits[]
  /** For units that were never shipped: they are back in stock. */
  refunded: { refundId: string | null } | null
}

/** The caller holds the order's lock. */
export async function insertReturn(
  tx: Tx,
  order: { id: string },
  { at, units, refunded, ...stated }: NewReturn,
): Promise<Selectable<Tables["returns"]>> {
  const id = newObjectId(tx.now())
  const row = await tx.db
    .insertInto("returns")
    .values({
      ...stated,
      id,
      order_id: order.id,
      created_at: at,
      ...(refunded && { status: "refunded", refund_id: refunded.refundId, closed_at: tx.now() }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const lines = units.map(({ line, quantity }) => {
    return { return_id: id, order_line_id: line, quantity, restocked: refunded ? quantity : 0 }
  })
  await tx.db.insertInto("return_lines").values(lines).execute()
  return row
}
