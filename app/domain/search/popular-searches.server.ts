import { sql } from "kysely"
import { ago, DAY } from "~/domain/durations"
import type { Queryable } from "~/domain/shop"
import type { Database } from "~db/database.server"

/** How long a search keeps more than a third of its heat, in days. */
const DECAY_DAYS = 14
/** What only one or two people looked for is private. */
const MIN_TIMES_SHOWN = 3
const RETENTION_DAYS = 90

/** Keywords at the most that are gathered before they are written; what comes beyond them is not counted. */
const MOST_GATHERED = 1_000

const gathered = new WeakMap<Database, Map<string, number>>()

/** Notes that somebody searched for this and found something. It is written with others, and no misfortune when lost. */
export function recordSearch({ db }: Pick<Queryable, "db">, keyword: string): void {
  gather(db, keyword.toLowerCase(), 1)
}

function gather(db: Database, keyword: string, times: number): void {
  const searches = gathered.get(db) ?? new Map<string, number>()
  gathered.set(db, searches)
  const known = searches.get(keyword)
  if (searches.size < MOST_GATHERED || known !== undefined) searches.set(keyword, (known ?? 0) + times)
}

/**
 * Writes what was gathered since the last time, or keeps it for the next when that fails. A keyword's heat is the logarithm
 * of a sum in which every search weighs e times more than one `DECAY_DAYS` before, so heats compare at any time without
 * being cooled.
 */
export async function flushSearches(shop: Queryable): Promise<void> {
  const searches = [...(gathered.get(shop.db) ?? [])].sort(([one], [other]) => (one < other ? -1 : 1))
  gathered.delete(shop.db)
  if (searches.length === 0) return
  await addSearches(shop, searches).catch((error) => {
    for (const [keyword, times] of searches) gather(shop.db, keyword, times)
    throw error
  })
}

async function addSearches(shop: Queryable, searches: [keyword: string, times: number][]): Promise<void> {
  const now = shop.now().getTime() / (DECAY_DAYS * DAY)
  const keywords = searches.map(([keyword]) => keyword)
  const times = searches.map(([, count]) => count)
  await sql`
    insert into popular_searches (keyword, heat, times, searched_at)
    select keyword, ${now} + ln(times), times, ${shop.now()}
    from unnest(${keywords}::text[], ${times}::integer[]) searched (keyword, times)
    on conflict (keyword) do update set
      heat = greatest(popular_searches.heat, excluded.heat) + ln(1 + exp(-abs(popular_searches.heat - excluded.heat))),
      times = popular_searches.times + excluded.times,
      searched_at = excluded.searched_at`.execute(shop.db)
}

/** What people search for most at this time; with a `prefix`, of what begins like it. */
export async function popularSearches(shop: Queryable, count = 8, prefix = ""): Promise<string[]> {
  const rows = await shop.db
    .selectFrom("popular_searches")
    .select("keyword")
    .where("times", ">=", MIN_TIMES_SHOWN)
    .$if(prefix !== "", (query) => query.where("keyword", ">=", prefix).where("keyword", "<", `${prefix}\u{10FFFF}`))
    .orderBy("heat", "desc")
    .limit(count)
    .execute()
  return rows.map((row) => row.keyword)
}

/** Forgets what was not searched for in a long time. */
export async function deleteOldSearches(shop: Queryable): Promise<void> {
  const before = ago(shop, RETENTION_DAYS * DAY)
  await shop.db.deleteFrom("popular_searches").where("searched_at", "<", before).execute()
}
