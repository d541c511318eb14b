import { sql } from "kysely"
import type { Staff } from "../accounts/actor"
import { emit } from "../events/emit.server"
import { newObjectId } from "../object-id.server"
import type { Queryable, Shop, Tx } from "../shop"
import { invalid } from "../shop-error"
import { orderName } from "./order"

/** Returns the number that the next order gets. */
export async function readNextOrderNumber({ db }: Pick<Queryable, "db">): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select (last_value + is_called::int)::integer as next from order_numbers`.execute(db)
  return rows[0]?.next ?? 1
}

/** Leaves a gap; throws `invalid` for a number that may have been given. */
export async function raiseOrderNumber(shop: Shop, staff: Staff<"settings.edit">, next: number): Promise<void> {
  await shop.transaction(async (tx) => {
    const before = await lockOrderNumbers(tx)
    if (next < before)
      throw invalid(`Orders up to ${orderName(before - 1)} are numbered: enter ${before} or more`, "order")
    await sql`select setval('order_numbers', ${next}, false)`.execute(tx.db)
    const names = { before: { nextOrder: orderName(before) }, after: { nextOrder: orderName(next) } }
    await emit(tx, "numbers.raised", { actor: staff, id: newObjectId(tx.now()), ...names })
  })
}

/** Changes nothing, but orders wait until the transaction ends. */
async function lockOrderNumbers(tx: Tx): Promise<number> {
  await sql`alter sequence order_numbers cache 1`.execute(tx.db)
  return readNextOrderNumber(tx)
}
