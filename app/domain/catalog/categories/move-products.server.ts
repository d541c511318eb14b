import { type RawBuilder, sql } from "kysely"
import type { Queryable, Shop, Tx } from "~/domain/shop"

/** The number of products per transaction, which releases its locks within a moment */
const BATCH = 200
/** Milliseconds that a response waits; a background job moves the rest. */
export const MOVED_AT_ONCE = 2_000

/** Moves products of deleted categories to the successors, and those of restored ones back. */
export async function moveProducts(shop: Shop, signal?: AbortSignal): Promise<void> {
  for (const step of [moveToSuccessor(sql`is null`), moveToSuccessor(sql`is not null`), moveBack]) {
    while (!signal?.aborted && (await shop.transaction(step)) > 0) {}
  }
}

/** Both queries have an index. Skips locked products until the next round; returns how many were moved. */
function moveToSuccessor(deleted: RawBuilder<unknown>) {
  return async (tx: Tx): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      with going as materialized (
        select products.id, categories.key, categories.successor
        from categories join products on products.category = categories.key
        where categories.successor is not null and products.deleted_at ${deleted}
        limit ${BATCH} for no key update of products skip locked),
      noted as (
        insert into category_moves (category, product_id, moved_to) select key, id, successor from going
        on conflict (category, product_id) do update set moved_to = excluded.moved_to),
      moved as (update products set category = successor from going where products.id = going.id returning products.id)
      select count(*)::integer as count from moved`.execute(tx.db)
    return rows[0]?.count ?? 0
  }
}

async function moveBack(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with coming as (
      delete from category_moves where (category, product_id) in (
        select category, product_id from category_moves join categories on categories.key = category_moves.category
        where categories.deleted_at is null order by product_id limit ${BATCH})
      returning *),
    moved as (
      update products set category = coming.category from coming
      where products.id = coming.product_id and products.category = coming.moved_to)
    select count(*)::integer as count from coming`.execute(tx.db)
  return rows[0]?.count ?? 0
}

/** Categories deleted earlier can no longer be restored. */
export async function deleteOldMoves({ db }: Queryable, before: Date): Promise<void> {
  const old = db.selectFrom("categories").select("key").where("deleted_at", "<", before)
  await db.deleteFrom("category_moves").where("category", "in", old).execute()
}
