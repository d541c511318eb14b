import { readCatalogVersion } from "~/domain/catalog/catalog-memory.server"
import { findProducts } from "~/domain/catalog/listing.server"
import { findMatches, questionOf } from "~/domain/catalog/matches.server"
import { everything, type ProductFilter, parseProductFilter } from "~/domain/catalog/product-filter"
import type { Shop } from "~/domain/shop"
import type { BenchQuery } from "./bench-queries"

export interface Measurement {
  name: string
  /** How many products the query leaves. */
  matches: number
  /** Medians of rows and exact count together, in milliseconds: nothing in memory, the count, the page as well. */
  uncached: number
  counted: number
  repeated: number
}

/** The queries take turns, so that whatever else the machine does falls on all; the first turn only warms up. */
const TURNS = 6
const RUNS = 15

/** Measures queries as a page asks them. */
export async function measureLists(shop: Shop, queries: readonly BenchQuery[]): Promise<Measurement[]> {
  const subjects = await Promise.all(queries.map((query) => prepare(shop, query)))
  for (let turn = 0; turn < TURNS; turn++) {
    for (const { filter, times } of subjects) {
      const measured = {
        uncached: await repeat(filter, () => forgetful(shop, filter)),
        counted: await repeat(filter, () => counting(shop, filter)),
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
  const { filteredProductCount: matches, resultPerPage } = await findProducts(shop, filter)
  const page = lastPage ? Math.ceil(matches / resultPerPage) : 1
  const times = { uncached: [] as number[], counted: [] as number[], repeated: [] as number[] }
  return { name, matches, filter: { ...filter, page }, times }
}

async function repeat(filter: ProductFilter, open: () => Promise<Shop>): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const shop = await open()
    const started = performance.now()
    await findProducts(shop, filter)
    times.push(performance.now() - started)
  }
  return times
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

/** The same shop with nothing in memory; how many products there are is known all the time, unless that is the question. */
async function forgetful(shop: Shop, filter: ProductFilter): Promise<Shop> {
  const fresh = { ...shop, db: shop.db.withoutPlugins() }
  const asksForAll = questionOf(filter, null).ofShelf && filter.keyword === ""
  if (!asksForAll) await findMatches(fresh, await readCatalogVersion(fresh), everything)
  return fresh
}

/** The same shop with the count in memory, but no page. */
async function counting(shop: Shop, filter: ProductFilter): Promise<Shop> {
  const fresh = { ...shop, db: shop.db.withoutPlugins() }
  const catalog = await readCatalogVersion(fresh)
  for (const known of [everything, filter]) await findMatches(fresh, catalog, known)
  return fresh
}
