import type { Books } from "../shop"
import { type CatalogVersion, remember } from "./catalog-memory.server"
import { countProducts, type Question } from "./counts.server"
import { type Condition, filterConditions, hasNameWords, hasWords } from "./filter-conditions.server"
import { everything, type ProductFilter } from "./product-filter"
import { readKeyword } from "./read-keyword.server"
import { buildQuery, type SearchQuery } from "./search-query"

/** What a filter leaves, before any of it is read. */
export interface Matches {
  /** Null without a keyword, and for one that has no word to look for. */
  search: SearchQuery | null
  count: number
}

/**
 * How a filter's keyword is understood, and how much is left: word by word first, then, if the keyword itself finds
 * nothing, with every word in doubt. What the other filters leave of it is no reason to doubt a word.
 */
export async function findMatches(books: Books, catalog: CatalogVersion, filter: ProductFilter): Promise<Matches> {
  const count = async (search: SearchQuery | null): Promise<Matches> => {
    return { search, count: await countProducts(books, catalog, questionOf(filter, search)) }
  }
  if (filter.keyword === "") return count(null)
  const { search, hopeful } = await understand(books, catalog, filter.keyword, { relaxed: false })
  if (!search) return { search, count: 0 }
  const found = await count(search)
  if (found.count > 0 || !hopeful) return found
  const whole = questionOf({ ...everything, keyword: filter.keyword }, search)
  if ((await countProducts(books, catalog, whole)) > 0) return found
  const { search: relaxed } = await understand(books, catalog, filter.keyword, { relaxed: true })
  return relaxed && relaxed.full !== search.full ? count(relaxed) : found
}

interface Understanding {
  search: SearchQuery | null
  /** Whether the catalogue has any of the words. */
  hopeful: boolean
}

function understand(
  books: Books,
  { version }: CatalogVersion,
  keyword: string,
  { relaxed }: { relaxed: boolean },
): Promise<Understanding> {
  return remember(books, version, `keyword ${relaxed} ${keyword}`, async () => {
    const typed = await readKeyword(books, keyword, { all: relaxed })
    return { search: buildQuery(typed, { relaxed }), hopeful: typed.some((word) => word.known || word.begins) }
  })
}

/** A count, under a key of what it depends on and nothing else. */
export function questionOf(filter: ProductFilter, search: SearchQuery | null): Question {
  const { category, priceFrom, priceTo, ratingFrom } = filter
  return {
    key: JSON.stringify([category, priceFrom, priceTo, ratingFrom, search?.full ?? null]),
    conditions: [...filterConditions(filter), ...(search ? [hasWords(search.full, category)] : [])],
    ofShelf: priceFrom === 0 && priceTo === null && ratingFrom === 0 && search === null,
  }
}

/** Name before description, as typed before what was probably meant. Each claim holds within the next. */
export function ranksOf(search: SearchQuery | null): Condition[] {
  if (!search) return []
  const { literal, exact, begins, full } = search
  if (!begins) return [hasNameWords(full)]
  const ofNames = [literal, exact === begins ? null : exact, begins].filter((query) => query !== null)
  const typed = ofNames.map((query) => hasNameWords(query))
  return begins === full ? typed : [...typed, hasWords(begins)]
}
