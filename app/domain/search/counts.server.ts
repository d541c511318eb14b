import { type RawBuilder, sql } from "kysely"
import { LRUCache } from "lru-cache"
import type { CatalogVersion, Queryable } from "~/domain/shop"
import type { Database } from "~db/database.server"
import { allOf } from "./condition.server"
import { filterConditions, filterParts, findCategory, type ListPart, matchesSearch } from "./filter-conditions.server"
import { emptyFilter, type ProductFilter, refinementOf } from "./product-filter"
import { countOverlapping, findSpreadBuckets, type SpreadBuckets } from "./range-overlap.server"
import type { SearchQuery } from "./search-query"

type Search = Pick<SearchQuery, "tolerant" | "names"> | null

/** Returns an exact count for the catalogue's version. */
export function countMatches(
  shop: Queryable,
  catalog: CatalogVersion,
  filter: ProductFilter,
  search: Search,
): Promise<number> {
  const version = versionFor(catalog, filter, search)
  return cached(shop, version, `count ${countKey(filter, search)}`, async () => {
    const parts = await partsOf(shop, catalog, filter, search)
    const counts = parts.map(countPart)
    const found = await sql<{ count: number }>`select ${sql.join(counts, sql` + `)} as count`.execute(shop.db)
    return found.rows[0]?.count ?? 0
  })
}

/** Counts by category key, without empty categories */
export function countByCategory(
  shop: Queryable,
  catalog: CatalogVersion,
  filter: ProductFilter,
  search: Search,
): Promise<Partial<Record<string, number>>> {
  const anyCategory = { ...filter, category: null }
  const version = versionFor(catalog, anyCategory, search)
  return cached(shop, version, `categories ${countKey(anyCategory, search)}`, async () => {
    const parts = (await partsOf(shop, catalog, anyCategory, search)).map(
      ({ conditions }) => sql`select category from products where ${allOf(conditions)}`,
    )
    const found = await sql<{ category: string; count: number }>`
      select category, count(*) as count from (${sql.join(parts, sql` union all `)}) found
      group by category`.execute(shop.db)
    return Object.fromEntries(found.rows.map(({ category, count }) => [category, count]))
  })
}

/** Words are looked up once, so with a keyword the filter is one part. */
async function partsOf(
  shop: Queryable,
  catalog: CatalogVersion,
  filter: ProductFilter,
  search: Search,
): Promise<ListPart[]> {
  if (search === null) return filterParts(shop, filter, await readSpreadBuckets(shop, catalog, filter))
  const words = matchesSearch(search, findCategory(shop, filter))
  return [{ conditions: [...filterConditions(shop, filter), words], overlap: null }]
}

/** `null` if no price filter needs them, or each product has one price */
export async function readSpreadBuckets(
  shop: Queryable,
  { version }: CatalogVersion,
  { priceFrom, priceTo }: ProductFilter,
): Promise<SpreadBuckets | null> {
  return priceFrom === 0 && priceTo === null ? null : cached(shop, version, "spreads", () => findSpreadBuckets(shop))
}

export function countPart({ conditions, overlap }: ListPart): RawBuilder<number> {
  return overlap ? countOverlapping(overlap) : sql`(select count(*) from products where ${allOf(conditions)})`
}

export function countKey(filter: ProductFilter, search: Search): string {
  return JSON.stringify([refinementOf(filter), search && [search.tolerant, search.names]])
}

/** The content of a list with an option filter, and the counts of its options' values */
export function listVersion({ version, optionsVersion }: CatalogVersion): string {
  return `${version}.${optionsVersion}`
}

/** A count by category alone changes only when products are added, removed, or change their category. */
function versionFor(catalog: CatalogVersion, filter: ProductFilter, search: Search): number | string {
  if (filter.options.length > 0) return listVersion(catalog)
  const dependsOnlyOnCategory = countKey({ ...filter, category: null }, search) === countKey(emptyFilter, null)
  return dependsOnlyOnCategory ? catalog.inventoryCountVersion : catalog.version
}

interface CacheEntry {
  version: number | string
  value: Promise<unknown>
  /** Characters of the value as JSON, once it is known */
  length: number
}

/** Bytes */
const CAPACITY = 4 * 1024 * 1024
/** The estimated size in bytes of an entry's objects */
const OVERHEAD = 600

const caches = new WeakMap<Database, LRUCache<string, CacheEntry>>()

/** Caches one version of a value; concurrent requests share its computation. */
export function cached<T>(shop: Queryable, version: number | string, key: string, work: () => Promise<T>): Promise<T> {
  const cache = caches.get(shop.db) ?? openCache()
  caches.set(shop.db, cache)
  const entry = cache.get(key)
  if (entry?.version === version) return entry.value as Promise<T>
  const value = work()
  cache.set(key, { version, value, length: 0 })
  const isKept = () => cache.peek(key)?.value === value
  value.then(
    (found) => isKept() && cache.set(key, { version, value, length: JSON.stringify(found)?.length ?? 0 }),
    () => isKept() && cache.delete(key),
  )
  return value
}

function openCache() {
  return new LRUCache<string, CacheEntry>({
    maxSize: CAPACITY,
    sizeCalculation: ({ length }, key) => 2 * (key.length + length) + OVERHEAD,
  })
}
