import { sql } from "kysely"
import type { ProductSummary } from "~/domain/catalog/product"
import { type ProductSummaryRow, summarySql, toProductSummaries } from "~/domain/catalog/product-rows.server"
import { isPublic } from "~/domain/catalog/publication/publication.server"
import type { Shop } from "~/domain/shop"
import { textKey } from "~/domain/text/text-key"
import type { Condition } from "./condition.server"
import { matchesNameWords, matchesWords } from "./filter-conditions.server"
import { findMatches } from "./matches.server"
import { emptyFilter } from "./product-filter"
import { singleTerms, suggestKeyword } from "./search-query"
import { tokenizeKeyword } from "./tokenize-keyword.server"

interface NearestProducts {
  didYouMean: string | null
  products: ProductSummary[]
}

/** The newest products with any of the words, from which the nearest are chosen */
const MAX_CANDIDATES = 300
const MAX_NEAREST = 8

export async function findNearest(shop: Shop, keyword: string): Promise<NearestProducts> {
  const tokens = await tokenizeKeyword(shop, keyword, { all: true })
  const better = suggestKeyword(tokens)
  const betterHasResults =
    better !== null &&
    better !== textKey(keyword) &&
    (await findMatches(shop, { ...emptyFilter, keyword: better })).count > 0
  const terms = singleTerms(tokens)
  const rows = terms.length === 0 ? [] : await readNearest(shop, terms)
  return { didYouMean: betterHasResults ? better : null, products: toProductSummaries(shop, rows) }
}

/** Searches descriptions only if too few names match. */
async function readNearest(shop: Shop, terms: readonly string[]): Promise<ProductSummaryRow[]> {
  const any = terms.join(" | ")
  const named = await rankNewest(shop, matchesNameWords(any), terms, MAX_NEAREST)
  if (named.length === MAX_NEAREST) return named
  const others = await rankNewest(
    shop,
    sql`${matchesWords(any)} and not ${matchesNameWords(any)}`,
    terms,
    MAX_NEAREST - named.length,
  )
  return [...named, ...others]
}

async function rankNewest(
  shop: Shop,
  condition: Condition,
  terms: readonly string[],
  count: number,
): Promise<ProductSummaryRow[]> {
  const scores = terms.flatMap((term) => [
    sql`(${matchesNameWords(term)})::integer * 2`,
    sql`(${matchesWords(term)})::integer`,
  ])
  const found = await sql<ProductSummaryRow>`
    select ${summarySql}
    from (
      select * from products where ${isPublic} and ${condition}
      order by created_at desc, id desc limit ${MAX_CANDIDATES}) products
    order by ${sql.join(scores, sql` + `)} desc, created_at desc, id desc
    limit ${count}`.execute(shop.db)
  return found.rows
}
