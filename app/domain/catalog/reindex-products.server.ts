import { sql } from "kysely"
import type { Shop, Tx } from "~/domain/shop"

/** The number of products per transaction, which releases its locks within a moment */
const BATCH = 200

/** Milliseconds that a response waits; a background job does the rest. */
export const REINDEXED_AT_ONCE = 1_000

/** Must run in the transaction that changes the words. */
export async function requestReindexing({ db }: Tx): Promise<void> {
  await db
    .insertInto("search_reindexing")
    .values({ after_id: "" })
    .onConflict((conflict) => conflict.column("only_one").doUpdateSet({ after_id: "" }))
    .execute()
}

/**
 * Recomputes words and option tags after a category is renamed, or a migration that wrote into `search_reindexing`;
 * resumes where the last round ended.
 */
export async function reindexProducts(shop: Shop, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await reindexBatch(shop))) {}
}

/** Returns whether there may be more; skips a product whose words an edit has updated in the meantime. */
async function reindexBatch(shop: Shop): Promise<boolean> {
  return shop.transaction(async (tx) => {
    const progress = await tx.db.selectFrom("search_reindexing").select("after_id").forUpdate().executeTakeFirst()
    if (!progress) return false
    // Locks all at once, in the order of their ids, to avoid deadlocks with sales.
    await sql`select from products where id > ${progress.after_id} order by id limit ${BATCH} for no key update`.execute(
      tx.db,
    )
    const outdated = sql`array(
      select id from (select * from products where id > ${progress.after_id} order by id limit ${BATCH}) batch
      where has_options and option_tags <> option_tags(id, options))`
    await sql`select derive_products(ids) from (select ${outdated} as ids) batch where ids <> '{}'`.execute(tx.db)
    const { rows } = await sql<{ last: string | null }>`
      with batch as materialized (
        select id, words, words_of(products) as fresh
        from products
        where id > ${progress.after_id} order by id limit ${BATCH}),
      changed as (
        update products set words = fresh from batch
        where products.id = batch.id and products.words = batch.words and batch.words <> fresh)
      select max(id) as last from batch`.execute(tx.db)
    const last = rows[0]?.last
    if (last) await tx.db.updateTable("search_reindexing").set({ after_id: last }).execute()
    else await finishReindexing(tx)
    return last != null
  })
}

async function finishReindexing({ db }: Tx): Promise<void> {
  await db.deleteFrom("search_reindexing").execute()
  await db.updateTable("categories").set({ words_outdated: false }).where("words_outdated", "=", true).execute()
}
