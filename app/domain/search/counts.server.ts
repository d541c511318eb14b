import { sql } from "kysely"
import { LRUCache } from "lru-cache"
import type { CatalogVersion, Queryable } from "~/domain/shop"
import type { Database } from "~db/database.server"
import {
  allOf,
  type Condition,
  countedParts,
  filterConditions,
  filterParts,
  findCategory,
  matchesWords,
} from "./filter-conditions.server"
import { emptyFilter, type ProductFilter, refinementOf } from "./product-filter"

/** Counts exactly, as of the catalogue's version. */
export function countMatches(
  shop: Queryable,
  catalog: CatalogVersion,
  filter: ProductFilter,
  tsquery: string | null,
): Promise<number> {
  const version = versionFor(catalog, filter, tsquery)
  return cached(shop, version, `count ${countKey(filter, tsquery)}`, async () => {
    const { all, less } =
      tsquery === null ? countedParts(shop, filter) : { all: partsOf(shop, filter, tsquery), less: [] }
    const counts = [all, less].flatMap((parts, at) =>
      parts.map((part) => sql`${at === 0 ? sql`+` : sql`-`} (select count(*) from products where ${allOf(part)})`),
    )
    const found = await sql<{ count: number }>`select ${sql.join(counts, sql` `)} as count`.execute(shop.db)
    return found.rows[0]?.count ?? 0
  })
}

/** By the keys of categories, without those that have no products */
export function countByCategory(
  shop: Queryable,
  catalog: CatalogVersion,
  filter: ProductFilter,
  tsquery: string | null,
): Promise<Partial<Record<string, number>>> {
  const anyCategory = { ...filter, category: null }
  const version = versionFor(catalog, anyCategory, tsquery)
  return cached(shop, version, `categories ${countKey(anyCategory, tsquery)}`, async () => {
    const parts = partsOf(shop, anyCategory, tsquery).map(
      (part) => sql`select category from products where ${allOf(part)}`,
    )
    const found = await sql<{ category: string; count: number }>`
      select category, count(*) as count from (${sql.join(parts, sql` union all `)}) found
      group by category`.execute(shop.db)
    return Object.fromEntries(found.rows.map(({ category, count }) => [category, count]))
  })
}

/** Words are looked up once, so with them the filter is one part. */
function partsOf(shop: Queryable, filter: ProductFilter, tsquery: string | null): Condition[][] {
  if (tsquery === null) return filterParts(shop, filter)
  return [[...filterConditions(shop, filter), matchesWords(tsquery, findCategory(shop, filter))]]
}

export function countKey(filter: ProductFilter, tsquery: string | null): string {
  return JSON.stringify([refinementOf(filter), tsquery])
}

/** What a list with a filter by option shows, and what its options' values count */
export function listVersion({ version, optionsVersion }: CatalogVersion): string {
  return `${version}.${optionsVersion}`
}

/** A count by category alone changes only when products come, go, or change their category. */
function versionFor(catalog: CatalogVersion, filter: ProductFilter, tsquery: string | null): number | string {
  if (filter.options.length > 0) return listVersion(catalog)
  const dependsOnlyOnCategory = countKey({ ...filter, category: null }, tsquery) === countKey(emptyFilter, null)
  return dependsOnlyOnCategory ? catalog.inventoryCountVersion : catalog.version
}

interface CacheEntry {
  version: number | string
  value: Promise<unknown>
}

const MAX_ENTRIES = 2_000

const caches = new WeakMap<Database, LRUCache<string, CacheEntry>>()

/** Caches one version of a value; concurrent requests share its computation. */
export function cached<T>(shop: Queryable, version: number | string, key: string, work: () => Promise<T>): Promise<T> {
  const cache = caches.get(shop.db) ?? new LRUCache<string, CacheEntry>({ max: MAX_ENTRIES })
  caches.set(shop.db, cache)
  const entry = cache.get(key)
  if (entry?.version === version) return entry.value as Promise<T>
  const value = work()
  cache.set(key, { version, value })
  value.catch(() => {
    if (cache.peek(key)?.value === value) cache.delete(key)
  })
  return value
}
