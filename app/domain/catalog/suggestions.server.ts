import { sql } from "kysely"
import type { Books } from "../shop"
import { categories } from "./category"
import { every, hasNameWords } from "./filter-conditions.server"
import { cleanKeyword, keywordPath } from "./keyword"
import { popularSearchesLike } from "./popular-searches.server"
import { readKeyword } from "./read-keyword.server"
import { completionQuery } from "./search-query"
import type { KnownWord } from "./spelling"
import type { TypedWord } from "./typed-word"

export interface Suggestion {
  kind: "search" | "category" | "product"
  text: string
  /** Where it leads. */
  href: string
}

const MOST_SEARCHES = 3
const MOST_PRODUCTS = 6
/** Most of what is typed is in some name among so many newest products; only the rest is worth an index's trouble. */
const NEWEST_LOOKED_AT = 3_000

/** What somebody who has typed so much may be looking for: searches, categories, products. Nothing is counted. */
export async function suggest(books: Books, typed: string): Promise<Suggestion[]> {
  const keyword = cleanKeyword(typed).toLowerCase()
  const words = keyword.length < 2 ? [] : await readKeyword(books, keyword)
  const last = words.at(-1)
  if (!last) return []
  const completions = await completeWord(books, last)
  const query = completionQuery(words, completions)
  const [popular, products] = await Promise.all([
    popularSearchesLike(books, keyword, MOST_SEARCHES),
    query ? findNames(books, query) : [],
  ])
  const searches = words.length === 1 ? [...popular, ...oneForEachStem(completions)] : popular
  return [
    ...[...new Set(searches)].slice(0, MOST_SEARCHES).map((text) => suggestion("search", text, keywordPath(text))),
    ...categories
      .filter((category) => category.toLowerCase().startsWith(keyword))
      .map((category) => suggestion("category", category, `/products?category=${category}`)),
    ...products.map(({ id, name }) => suggestion("product", name, `/product/${id}`)),
  ]
}

function suggestion(kind: Suggestion["kind"], text: string, href: string): Suggestion {
  return { kind, text, href }
}

/** The commonest words that begin like this one. */
async function completeWord(books: Books, { word }: TypedWord): Promise<KnownWord[]> {
  const found = await sql<KnownWord>`
    select word, stem, weight from search_words
    where word >= ${word} and word < ${`${word}\u{10FFFF}`} and stem is not null
    order by weight desc, word limit 8`.execute(books.db)
  return found.rows
}

/** "headphone" and "headphones" find the same: the commoner one is enough. */
function oneForEachStem(words: readonly KnownWord[]): string[] {
  const first = words.filter(({ stem }, place) => words.findIndex((word) => word.stem === stem) === place)
  return first.map(({ word }) => word)
}

interface Named {
  id: string
  name: string
}

async function findNames(books: Books, query: string): Promise<Named[]> {
  const named = hasNameWords(query)
  const newest = await sql<Named>`
    select id, name from (
      select id, name, name_words, created_at from products
      where deleted_at is null order by created_at desc, id desc limit ${NEWEST_LOOKED_AT}) products
    where ${named} order by created_at desc, id desc limit ${MOST_PRODUCTS}`.execute(books.db)
  if (newest.rows.length === MOST_PRODUCTS) return newest.rows
  const all = await sql<Named>`
    with found as materialized (
      select id, name, created_at from products where ${every([sql`deleted_at is null`, named])})
    select id, name from found order by created_at desc, id desc limit ${MOST_PRODUCTS}`.execute(books.db)
  return all.rows
}
