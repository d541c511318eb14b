import { sql } from "kysely"
import { isPublic } from "~/domain/catalog/publication/publication.server"
import type { Shop } from "~/domain/shop"

const BATCH = 500

/** Deletes words from the vocabulary that no public product contains; publishing a product inserts its words again. */
export async function sweepWords(shop: Shop, signal?: AbortSignal): Promise<void> {
  let after: string | null = ""
  while (after !== null && !signal?.aborted) after = await sweepBatch(shop, after)
}

/** Returns the last word of the batch, or `null` at the end. */
async function sweepBatch(shop: Shop, after: string): Promise<string | null> {
  return shop.transaction(async ({ db }) => {
    const { rows } = await sql<{ last: string | null; unused: string[] }>`
      with batch as materialized (
        select word, stem from search_words where word > ${after} order by word limit ${BATCH}),
      locked as (
        select word from search_words
        where word in (select word from batch where ${isUnused}) for update skip locked)
      select (select max(word) from batch) as last, array(select word from locked) as unused`.execute(db)
    const { last = null, unused = [] } = rows[0] ?? {}
    // Only this statement sees a product that became public before the lock.
    if (unused.length > 0) await sql`delete from search_words where word = any(${unused}) and ${isUnused}`.execute(db)
    return last
  })
}

/** Stop words are kept: they are few, and no index finds them. */
const isUnused = sql`stem is not null and not exists (
  select from products where ${isPublic} and products.words @@ quote_literal(stem)::tsquery limit 1)`
