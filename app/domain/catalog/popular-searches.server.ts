import { sql } from "kysely"
import type { Books } from "../shop"

/** How long a search keeps more than a third of its heat, in days. */
const COOLING_DAYS = 14
/** What only one or two people looked for is nobody else's business. */
const SHOWN_FROM = 3
const FORGOTTEN_AFTER_DAYS = 90

/** Notes a search without making the searcher wait for it; it is no misfortune when it is lost. */
export function noteSearchSoon(books: Books, keyword: string): void {
  noteSearch(books, keyword).catch((error) => books.log.warn({ err: error }, "a search was not noted"))
}

/**
 * Notes that somebody searched for this and found something. Its heat is the logarithm of a sum in which every search
 * weighs e times more than one `COOLING_DAYS` before, so heats compare at any time without being cooled.
 */
export async function noteSearch(books: Books, keyword: string): Promise<void> {
  const heat = books.now().getTime() / (COOLING_DAYS * 24 * 60 * 60 * 1000)
  await sql`
    insert into popular_searches (keyword, heat, times, searched_at)
    values (${keyword.toLowerCase()}, ${heat}, 1, ${books.now()})
    on conflict (keyword) do update set
      heat = greatest(popular_searches.heat, excluded.heat) + ln(1 + exp(-abs(popular_searches.heat - excluded.heat))),
      times = popular_searches.times + 1,
      searched_at = excluded.searched_at`.execute(books.db)
}

/** What people search for most at this time. */
export async function popularSearches(books: Books, count = 8): Promise<string[]> {
  const rows = await books.db
    .selectFrom("popular_searches")
    .select("keyword")
    .where("times", ">=", SHOWN_FROM)
    .orderBy("heat", "desc")
    .limit(count)
    .execute()
  return rows.map((row) => row.keyword)
}

/** Popular searches that begin like this. */
export async function popularSearchesLike(books: Books, beginning: string, count: number): Promise<string[]> {
  const rows = await books.db
    .selectFrom("popular_searches")
    .select("keyword")
    .where("times", ">=", SHOWN_FROM)
    .where("keyword", ">=", beginning)
    .where("keyword", "<", `${beginning}\u{10FFFF}`)
    .orderBy("heat", "desc")
    .limit(count)
    .execute()
  return rows.map((row) => row.keyword)
}

/** Forgets what nobody has searched for in a long time. */
export async function forgetOldSearches(books: Books): Promise<void> {
  const before = new Date(books.now().getTime() - FORGOTTEN_AFTER_DAYS * 24 * 60 * 60 * 1000)
  await books.db.deleteFrom("popular_searches").where("searched_at", "<", before).execute()
}
