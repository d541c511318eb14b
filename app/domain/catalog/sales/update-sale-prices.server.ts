import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import type { Shop } from "~/domain/shop"
import { PUBLICATION_INTERVAL } from "../publication/publication.server"

/** The number of variants per transaction */
const BATCH = 500

/** Begins and ends sales on time, in any number of processes. */
export async function updateSalePrices(shop: Shop, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const wait = await millisecondsToNext(shop)
    if (wait === null || wait >= PUBLICATION_INTERVAL) return
    if (wait > 0) await sleep(wait, undefined, { signal })
    else await updateBatch(shop)
    signal?.throwIfAborted()
  }
}

/** Uses the database's clock, which decides */
async function millisecondsToNext({ db }: Shop): Promise<number | null> {
  const { rows } = await sql<{ wait: number | null }>`
    select ceil(extract(epoch from min(price_changes_at) - clock_timestamp()) * 1000)::float8 as wait
    from variants where price_changes_at is not null`.execute(db)
  return rows[0]?.wait ?? null
}

/** The table's trigger computes the price. The statement waits for variants that are being edited or bought. */
async function updateBatch(shop: Shop): Promise<void> {
  await shop.transaction(async ({ db }) => {
    await sql`
      with next as materialized (
        select id from variants where price_changes_at <= clock_timestamp() order by price_changes_at limit ${BATCH}),
      due as materialized (
        select id from variants where id in (select id from next) and price_changes_at <= clock_timestamp()
        order by id for no key update)
      update variants set price_changes_at = null from due where variants.id = due.id`.execute(db)
  })
}
