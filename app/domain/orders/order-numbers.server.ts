import { sql } from "kysely"
import type { Queryable, Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { orderName } from "./order"

/** Returns the number that the next order gets. */
export async function readNextOrderNumber({ db }: Pick<Queryable, "db">): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select (last_value + is_called::int)::integer as next from order_numbers`.execute(db)
  return rows[0]?.next ?? 1
}

/** Leaves a gap; throws `invalid` for a number that may be in use. */
export async function raiseOrderNumber(tx: Tx, next: number): Promise<void> {
  // Locks without a change: new orders wait until the transaction ends.
  await sql`alter sequence order_numbers cache 1`.execute(tx.db)
  const lowest = await readNextOrderNumber(tx)
  if (next < lowest)
    throw invalid(`Orders up to ${orderName(lowest - 1)} are numbered: enter ${lowest} or more`, "order")
  await sql`select setval('order_numbers', ${next}, false)`.execute(tx.db)
}
