import { sql } from "kysely"
import type { Shop } from "../shop"
import { readCatalogVersion } from "./catalog-memory.server"
import { type Condition, hasNameWords, hasWords } from "./filter-conditions.server"
import { findMatches } from "./matches.server"
import type { ProductSummary } from "./product"
import { everything } from "./product-filter"
import { type SummaryRow, withPictures } from "./product-rows.server"
import { readKeyword } from "./read-keyword.server"
import { betterKeyword, singleTerms } from "./search-query"

export interface Nearest {
  /** A keyword that finds something. */
  didYouMean: string | null
  /** Products that have at least something to do with the keyword. */
  products: ProductSummary[]
}

/** Among so many of the newest products with any of the words the nearest are chosen. */
const LOOKED_AT = 300

/** What to offer for a keyword that finds nothing. */
export async function findNearest(shop: Shop, keyword: string, count = 8): Promise<Nearest> {
  const typed = await readKeyword(shop, keyword, { all: true })
  const better = betterKeyword(typed)
  const finds =
    better !== null &&
    better !== keyword.toLowerCase() &&
    (await findMatches(shop, await readCatalogVersion(shop), { ...everything, keyword: better })).count > 0
  const terms = singleTerms(typed)
  const rows = terms.length === 0 ? [] : await readNearest(shop, terms, count)
  return { didYouMean: finds ? better : null, products: await withPictures(shop, rows) }
}

/** Names that have any of the words; when they are too few, descriptions as well. */
async function readNearest(shop: Shop, terms: readonly string[], count: number): Promise<SummaryRow[]> {
  const any = terms.join(" | ")
  const named = await rankNewest(shop, hasNameWords(any), terms, count)
  if (named.length >= count) return named
  const others = await rankNewest(shop, sql`${hasWords(any)} and not ${hasNameWords(any)}`, terms, count - named.length)
  return [...named, ...others]
}

async function rankNewest(
  shop: Shop,
  condition: Condition,
  terms: readonly string[],
  count: number,
): Promise<SummaryRow[]> {
  const hits = terms.flatMap((term) => [sql`(${hasNameWords(term)})::integer * 2`, sql`(${hasWords(term)})::integer`])
  const found = await sql<SummaryRow>`
    select id, name, category, price, stock, rating, num_reviews, created_at
    from (
      select * from products where deleted_at is null and ${condition}
      order by created_at desc, id desc limit ${LOOKED_AT}) products
    order by ${sql.join(hits, sql` + `)} desc, created_at desc, id desc
    limit ${count}`.execute(shop.db)
  return found.rows
}
