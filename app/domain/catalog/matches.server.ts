import type { Books } from "../shop"
import { countProducts, type Question } from "./count-cache.server"
import { type Condition, filterConditions, hasNameWords, hasWords } from "./filter-conditions.server"
import type { ProductFilter } from "./product-filter"
import { readKeyword } from "./read-keyword.server"
import { buildQuery, type SearchQuery } from "./search-query"

/** What a filter leaves, before any of it is read. */
export interface Matches {
  /** Null without a keyword, and for one that has no word to look for. */
  search: SearchQuery | null
  count: number
}

/** How a filter's keyword is understood, and how much is left: word by word first, then with every word in doubt. */
export async function findMatches(books: Books, filter: ProductFilter): Promise<Matches> {
  if (filter.keyword === "") return count(books, filter, null)
  const typed = await readKeyword(books, filter.keyword)
  const search = buildQuery(typed, { relaxed: false })
  if (!search) return { search, count: 0 }
  const found = await count(books, filter, search)
  if (found.count > 0 || !typed.some((word) => word.known || word.begins)) return found
  const relaxed = buildQuery(await readKeyword(books, filter.keyword, { all: true }), { relaxed: true })
  return relaxed && relaxed.full !== search.full ? count(books, filter, relaxed) : found
}

async function count(books: Books, filter: ProductFilter, search: SearchQuery | null): Promise<Matches> {
  return { search, count: await countProducts(books, questionOf(filter, search)) }
}

/** A count, under a key of what it depends on and nothing else. */
export function questionOf(filter: ProductFilter, search: SearchQuery | null): Question {
  const { category, priceFrom, priceTo, ratingFrom } = filter
  return {
    key: JSON.stringify([category, priceFrom, priceTo, ratingFrom, search?.full ?? null]),
    conditions: [...filterConditions(filter), ...(search ? [hasWords(search.full)] : [])],
    ofShelf: priceFrom === 0 && priceTo === null && ratingFrom === 0 && search === null,
  }
}

/** Name before description, as typed before what was probably meant. Each claim holds within the next. */
export function ranksOf(search: SearchQuery | null): Condition[] {
  if (!search) return []
  if (!search.begins) return [hasNameWords(search.full)]
  const typed = [...(search.exact ? [hasNameWords(search.exact)] : []), hasNameWords(search.begins)]
  return search.begins === search.full ? typed : [...typed, hasWords(search.begins)]
}
