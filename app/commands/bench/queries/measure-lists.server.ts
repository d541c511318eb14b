import { countKey } from "~/domain/search/counts.server"
import { readListRows } from "~/domain/search/listing.server"
import { findMatches } from "~/domain/search/matches.server"
import { emptyFilter, PRODUCTS_PER_PAGE, type ProductFilter, parseProductFilter } from "~/domain/search/product-filter"
import type { Shop } from "~/domain/shop"
import { median } from "../figures"
import type { BenchQuery } from "./bench-queries"

export interface Measurement {
  name: string
  matches: number
  /** Median milliseconds of rows and exact count: nothing cached, the count cached, the page cached */
  uncached: number
  counted: number
  repeated: number
}

/** The queries alternate, so that other load affects all of them; the first turn only warms up. */
const ROUNDS = 6
const RUNS = 15

export async function measureLists(shop: Shop, queries: readonly BenchQuery[]): Promise<Measurement[]> {
  const subjects = await Promise.all(queries.map((query) => prepare(shop, query)))
  for (let turn = 0; turn < ROUNDS; turn++) {
    for (const { filter, times } of subjects) {
      const measured = {
        uncached: await repeat(filter, () => withEmptyCache(shop, filter)),
        counted: await repeat(filter, () => withCachedCount(shop, filter)),
        repeated: await repeat(filter, async () => shop),
      }
      if (turn === 0) continue
      for (const [kind, some] of Object.entries(measured)) times[kind as keyof typeof times].push(...some)
    }
  }
  return subjects.map(({ name, matches, times: { uncached, counted, repeated } }) => {
    return { name, matches, uncached: median(uncached), counted: median(counted), repeated: median(repeated) }
  })
}

async function prepare(shop: Shop, { name, query, lastPage }: BenchQuery) {
  const filter = parseProductFilter(new URLSearchParams(query))
  const { count: matches } = await findMatches(shop, filter)
  const page = lastPage ? Math.ceil(matches / PRODUCTS_PER_PAGE) : 1
  const times = { uncached: [] as number[], counted: [] as number[], repeated: [] as number[] }
  return { name, matches, filter: { ...filter, page }, times }
}

async function repeat(filter: ProductFilter, open: () => Promise<Shop>): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const shop = await open()
    const started = performance.now()
    await readListRows(shop, await findMatches(shop, filter))
    times.push(performance.now() - started)
  }
  return times
}

/** Keeps the count of all products cached, unless that is the query. */
async function withEmptyCache(shop: Shop, filter: ProductFilter): Promise<Shop> {
  const fresh = { ...shop, db: shop.db.withoutPlugins() }
  const asksForAll = filter.keyword === "" && countKey(filter, null) === countKey(emptyFilter, null)
  if (!asksForAll) await findMatches(fresh, emptyFilter)
  return fresh
}

async function withCachedCount(shop: Shop, filter: ProductFilter): Promise<Shop> {
  const fresh = { ...shop, db: shop.db.withoutPlugins() }
  for (const known of [emptyFilter, filter]) await findMatches(fresh, known)
  return fresh
}
