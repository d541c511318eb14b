import { findProducts } from "~/domain/catalog/listing.server"
import { questionOf } from "~/domain/catalog/matches.server"
import { everything, type ProductFilter, parseProductFilter } from "~/domain/catalog/product-filter"
import type { Shop } from "~/domain/shop"
import type { BenchQuery } from "./bench-queries"

export interface Measurement {
  name: string
  /** How many products the query leaves. */
  matches: number
  /** Medians of rows and exact count together, in milliseconds. */
  uncached: number
  warm: number
}

/** The queries take turns, so that whatever else the machine does falls on all; the first turn only warms up. */
const TURNS = 6
const RUNS = 15

/** Measures queries as a page asks them, both without any count in memory and with it. */
export async function measureLists(shop: Shop, queries: readonly BenchQuery[]): Promise<Measurement[]> {
  const subjects = await Promise.all(queries.map((query) => prepare(shop, query)))
  for (let turn = 0; turn < TURNS; turn++) {
    for (const { filter, uncached, warm } of subjects) {
      const cold = await repeat(filter, () => forgetful(shop, filter))
      const known = await repeat(filter, async () => shop)
      if (turn === 0) continue
      uncached.push(...cold)
      warm.push(...known)
    }
  }
  return subjects.map(({ name, matches, uncached, warm }) => {
    return { name, matches, uncached: median(uncached), warm: median(warm) }
  })
}

async function prepare(shop: Shop, { name, query, lastPage }: BenchQuery) {
  const filter = parseProductFilter(new URLSearchParams(query))
  const { filteredProductCount: matches, resultPerPage } = await findProducts(shop, filter)
  const page = lastPage ? Math.ceil(matches / resultPerPage) : 1
  return { name, matches, filter: { ...filter, page }, uncached: [] as number[], warm: [] as number[] }
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
  if (!questionOf(filter, null).ofShelf || filter.keyword !== "") await findProducts(fresh, everything)
  return fresh
}
