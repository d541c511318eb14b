import { sql } from "kysely"
import { isPublic } from "~/domain/catalog/publication/publication.server"
import type { CatalogVersion, Queryable } from "~/domain/shop"
import { readCatalogVersion } from "~/domain/versions/versions.server"
import { cached, countMatches } from "./counts.server"
import { matchesWords } from "./filter-conditions.server"
import { readMergedOptions, resolveOptions } from "./merged-options.server"
import { emptyFilter, type ProductFilter } from "./product-filter"
import { buildQuery, type SearchQuery, skuTerm, symbolQuery, withSku } from "./search-query"
import { readSymbols, tokenizeKeyword } from "./tokenize-keyword.server"

export interface Matches {
  /** Includes merged options */
  filter: ProductFilter
  catalog: CatalogVersion
  search: SearchQuery | null
  count: number
}

/** Retries with corrections of every word if the keyword itself finds nothing. */
export async function findMatches(shop: Queryable, requested: ProductFilter): Promise<Matches> {
  const { keyword } = requested
  const catalog = await readCatalogVersion(shop)
  const filter = requested.options.length > 0 ? await withMergedOptions(shop, catalog, requested) : requested
  const matchesOf = async (search: SearchQuery | null): Promise<Matches> => {
    const hasNoWord = keyword !== "" && search === null
    const count = hasNoWord ? 0 : await countMatches(shop, catalog, filter, search)
    return { filter, catalog, search, count }
  }
  const strict = await parseKeyword(shop, catalog, keyword, { relaxed: false })
  const found = await matchesOf(strict.search)
  if (found.count > 0 || !strict.search || !strict.hasKnownWords) return found
  if ((await countMatches(shop, catalog, { ...emptyFilter, keyword }, strict.search)) > 0) return found
  const relaxed = await parseKeyword(shop, catalog, keyword, { relaxed: true })
  return relaxed.search ? matchesOf(relaxed.search) : found
}

async function withMergedOptions(shop: Queryable, catalog: CatalogVersion, filter: ProductFilter) {
  return { ...filter, options: resolveOptions(await readMergedOptions(shop, catalog), filter.options) }
}

interface ParsedKeyword {
  search: SearchQuery | null
  hasKnownWords: boolean
}

async function parseKeyword(
  shop: Queryable,
  { version }: CatalogVersion,
  keyword: string,
  { relaxed }: { relaxed: boolean },
): Promise<ParsedKeyword> {
  if (keyword === "") return { search: null, hasKnownWords: false }
  return cached(shop, version, `keyword ${relaxed} ${keyword}`, async () => {
    const [tokens, sku] = await Promise.all([tokenizeKeyword(shop, keyword, { all: relaxed }), findSku(shop, keyword)])
    const search = tokens.length > 0 ? buildQuery(tokens, { relaxed }) : symbolQuery(await readSymbols(shop, keyword))
    const hasKnownWords = tokens.some((token) => token.isKnown || token.hasPrefix)
    return { search: sku ? withSku(search, sku) : search, hasKnownWords }
  })
}

/** Returns the term for the SKUs of a keyword, if there are any. */
async function findSku(shop: Queryable, keyword: string): Promise<string | null> {
  const sku = skuTerm(keyword)
  const { rows } = await sql`
    select from products where ${isPublic} and ${matchesWords(sku)} limit 1`.execute(shop.db)
  return rows.length > 0 ? sku : null
}
