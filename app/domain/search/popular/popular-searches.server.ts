import { sql } from "kysely"
import { SEARCHES } from "~/domain/catalog/catalog-changes.server"
import { addDays } from "~/domain/days/calendar"
import { todayOf } from "~/domain/days/shop-days.server"
import { DAY } from "~/domain/durations"
import type { Queryable, Shop } from "~/domain/shop"
import type { Database } from "~db/database.server"

/** Days in which a search's weight decreases by the factor e */
const DECAY_DAYS = 14
/** A keyword from fewer clients is private, or one person's joke. */
export const MIN_CLIENTS_SHOWN = 5
const RETENTION_DAYS = 30
const MAX_OF_CLIENT = 20
/** The limit beyond which searches are not counted */
const MAX_GATHERED = 1_000
const MAX_LENGTH = 100
const MAX_CLIENT_ROWS = 200_000
const BATCH = 1_000

interface GatheredSearches {
  count: number
  keywords: Map<string, Set<string>>
}

const gathered = new WeakMap<Database, GatheredSearches>()

/** `client` is a keyed hash of an address; searches that are not saved yet may be lost. */
export function recordSearch({ db }: Pick<Queryable, "db">, keyword: string, client: string): void {
  const searches = gathered.get(db) ?? { count: 0, keywords: new Map() }
  gathered.set(db, searches)
  const own = searches.keywords.get(client) ?? new Set()
  if (keyword.length > MAX_LENGTH || own.has(keyword) || own.size >= MAX_OF_CLIENT || searches.count >= MAX_GATHERED)
    return
  searches.keywords.set(client, own.add(keyword))
  searches.count++
}

/** Keeps the searches for the next time if the write fails. */
export async function flushSearches(shop: Queryable): Promise<void> {
  const searches = [...(gathered.get(shop.db)?.keywords ?? [])].flatMap(([client, keywords]) =>
    [...keywords].map((keyword) => ({ client, keyword })),
  )
  gathered.delete(shop.db)
  if (searches.length === 0) return
  await addSearches(shop, searches).catch((error) => {
    for (const { client, keyword } of searches) recordSearch(shop, keyword, client)
    throw error
  })
}

/** The score is the logarithm of a sum in which a count weighs e times more than one `DECAY_DAYS` before. */
async function addSearches(shop: Queryable, searches: { client: string; keyword: string }[]): Promise<void> {
  const now = shop.now()
  const day = todayOf(shop)
  const score = now.getTime() / (DECAY_DAYS * DAY)
  const [keywords, clients] = [searches.map(({ keyword }) => keyword), searches.map(({ client }) => client)]
  await sql`
    with new as (
      select keyword, client,
        row_number() over (partition by client order by keyword) + (
          select count(*) from popular_search_clients counted
          where counted.client = searched.client and searched_on = ${day}) as place
      from unnest(${keywords}::text[], ${clients}::text[]) searched (keyword, client)
      where not exists (
          select from popular_search_clients counted
          where counted.keyword = searched.keyword and counted.client = searched.client and searched_on >= ${day})
        and not exists (
          select from popular_searches blocked
          where blocked.keyword = searched.keyword and blocked_at is not null)),
    counted as (
      insert into popular_search_clients (keyword, client, searched_on)
      select keyword, client, ${day} from new where place <= ${MAX_OF_CLIENT} order by keyword, client
      on conflict (keyword, client) do update set searched_on = excluded.searched_on
      returning keyword, xmax = 0 as is_first),
    added as (
      select keyword, count(*) as times, count(*) filter (where is_first) as clients from counted group by keyword)
    insert into popular_searches (keyword, score, times, clients, searched_at)
    select keyword, ${score} + ln(times), times, clients, ${now} from added order by keyword
    on conflict (keyword) do update set
      score = greatest(popular_searches.score, excluded.score) + ln(1 + exp(-abs(popular_searches.score - excluded.score))),
      times = popular_searches.times + excluded.times,
      clients = popular_searches.clients + excluded.clients,
      searched_at = excluded.searched_at`.execute(shop.db)
}

export async function popularSearches(shop: Queryable, count = 8, prefix = ""): Promise<string[]> {
  shop.noteRead?.(SEARCHES)
  const rows = await shop.db
    .selectFrom("popular_searches")
    .select("keyword")
    .where("clients", ">=", sql.lit(MIN_CLIENTS_SHOWN))
    .where("blocked_at", "is", null)
    .$if(prefix !== "", (query) => query.where("keyword", ">=", prefix).where("keyword", "<", `${prefix}\u{10FFFF}`))
    .orderBy("score", "desc")
    .limit(count)
    .execute()
  return rows.map((row) => row.keyword)
}

export async function deleteOldSearches(shop: Shop, mostRows = MAX_CLIENT_ROWS): Promise<void> {
  while ((await deleteOldClients(shop, mostRows)) > 0) {}
  await shop.db.deleteFrom("popular_searches").where("clients", "=", 0).where("blocked_at", "is", null).execute()
}

async function deleteOldClients(shop: Shop, mostRows: number): Promise<number> {
  const oldest = addDays(todayOf(shop), -RETENTION_DAYS)
  return shop.transaction(async ({ db }) => {
    const { rows } = await sql<{ count: number }>`
      with over as (
        (select keyword, client from popular_search_clients where searched_on < ${oldest} limit ${BATCH})
        union
        (select keyword, client from popular_search_clients
        order by searched_on desc, keyword desc, client desc offset ${mostRows} limit ${BATCH})),
      gone as (
        delete from popular_search_clients using over
        where popular_search_clients.keyword = over.keyword and popular_search_clients.client = over.client
        returning over.keyword),
      fewer as (
        update popular_searches set clients = clients - lost.count
        from (select keyword, count(*)::integer as count from gone group by keyword) lost
        where popular_searches.keyword = lost.keyword)
      select count(*) as count from gone`.execute(db)
    return rows[0]?.count ?? 0
  })
}
