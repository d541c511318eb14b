import type { Selectable } from "kysely"
import { newObjectId } from "~/domain/object-id.server"
import type { ReturnedUnits } from "~/domain/orders/order"
import type { Tx } from "~/domain/shop"
import type { Tables } from "~db/schema"

type Return = Selectable<Tables["returns"]>

interface NewReturn extends Pick<Return, "kind" | "name" | "email" | "reason" | "items"> {
  at: Date
  units: readonly ReturnedUnits[]
  /** True for units that were never shipped: they are back in stock. */
  refunded: { refundId: string | null } | null
}

/** The person who confirms a declared withdrawal */
export interface Confirmation {
  id: string
  by: NonNullable<Return["confirmed_by"]>
}

/** Inserts a return, or completes a declared withdrawal. The caller holds the order's lock. */
export async function insertReturn(
  tx: Tx,
  order: { id: string },
  { at, units, refunded, ...stated }: NewReturn,
  confirmation?: Confirmation,
): Promise<Return> {
  const id = confirmation?.id ?? newObjectId(tx.now())
  const state = {
    status: "requested" as const,
    closed_at: null,
    ...(refunded && { status: "refunded" as const, refund_id: refunded.refundId, closed_at: tx.now() }),
  }
  const confirmed = { confirmed_by: confirmation?.by, confirm_token_hash: null, client_address: null, refusal: null }
  const row = await tx.db
    .insertInto("returns")
    .values({ ...stated, ...state, id, order_id: order.id, created_at: at })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ ...state, ...confirmed }))
    .returningAll()
    .executeTakeFirstOrThrow()
  const lines = units.map(({ line, quantity }) => {
    return { return_id: id, order_line_id: line, quantity, restocked: refunded ? quantity : 0 }
  })
  await tx.db.insertInto("return_lines").values(lines).execute()
  return row
}
