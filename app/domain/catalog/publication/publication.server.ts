import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import type { Shop } from "~/domain/shop"
import type { ProductState } from "./publication"

/** The condition for everything that shoppers see, in statements on the table `products` */
export const isPublic = sql<boolean>`products.is_public`

/** The columns that `toPublication` reads */
export const storedPublication = ["products.is_draft", "products.published_from", "products.published_until"] as const

/** Excludes deleted products */
export const productState = sql<ProductState>`case
  when products.is_public then 'published' when products.is_draft then 'draft'
  when products.publication_changes_at is null then 'ended' else 'scheduled' end`

/** Milliseconds; a time before the next round is waited for. */
export const PUBLICATION_INTERVAL = 1_000
/** The number of products per transaction */
const BATCH = 200

/** Publishes and ends products on time, in any number of processes. */
export async function updatePublications(shop: Shop, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const wait = await millisecondsToNext(shop)
    if (wait === null || wait >= PUBLICATION_INTERVAL) return
    if (wait > 0) await sleep(wait, undefined, { signal })
    else await updateBatch(shop)
  }
}

/** Uses the database's clock, which decides */
async function millisecondsToNext({ db }: Shop): Promise<number | null> {
  const { rows } = await sql<{ wait: number | null }>`
    select ceil(extract(epoch from min(publication_changes_at) - clock_timestamp()) * 1000)::float8 as wait
    from products where publication_changes_at is not null`.execute(db)
  return rows[0]?.wait ?? null
}

/** The table's trigger computes the state. The statement waits for products that are being edited. */
async function updateBatch(shop: Shop): Promise<void> {
  await shop.transaction(async ({ db }) => {
    await sql`
      with due as materialized (
        select id from products where publication_changes_at <= clock_timestamp()
        order by id limit ${BATCH} for no key update)
      update products set publication_changes_at = null from due where products.id = due.id`.execute(db)
  })
}
