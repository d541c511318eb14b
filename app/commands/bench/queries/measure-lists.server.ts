import { countKey } from "~/domain/search/counts.server"
import { readListRows } from "~/domain/search/listing.server"
import { findMatches } from "~/domain/search/matches.server"
import { emptyFilter, PRODUCTS_PER_PAGE, type ProductFilter, parseProductFilter } from "~/domain/search/product-filter"
import type { Shop } from "~/domain/shop"
import { median } from "../figures"
import type { BenchQuery } from "./bench-queries"

export type Measurement = Awaited<ReturnType<typeof measureLists>>[number]

/** The queries alternate, so that other load affects all of them; the first turn only warms up. */
const ROUNDS = 6
const RUNS = 15

export async function measureLists(shop: Shop, queries: readonly BenchQuery[]) {
  return (await measureListsOf([shop], queries)).flat()
}

/** Measures shops side by side, one query of all after the other. */
export async function measureListsOf(shops: readonly Shop[], queries: readonly BenchQuery[]) {
  const prepared = await Promise.all(queries.map((query) => Promise.all(shops.map((shop) => prepare(shop, query)))))
  for (let turn = 0; turn < ROUNDS; turn++) {
    for (const subject of prepared.flat()) await measure(subject, turn > 0)
  }
  return shops.map((_, place) =>
    prepared.flatMap((subjects) => {
      const subject = subjects[place]
      return subject ? [toMeasurement(subject)] : []
    }),
  )
}

type Subject = Awaited<ReturnType<typeof prepare>>

async function measure({ shop, filter, uncached, counted, repeated }: Subject, counts: boolean): Promise<void> {
  const measured = [
    await repeat(filter, () => withEmptyCache(shop, filter)),
    await repeat(filter, () => withKnownCounts(shop, [emptyFilter, filter])),
    await repeat(filter, async () => shop),
  ]
  if (counts) [uncached, counted, repeated].forEach((times, kind) => void times.push(...(measured[kind] ?? [])))
}

function toMeasurement({ name, matches, uncached, counted, repeated }: Subject) {
  /** Median milliseconds of rows and exact count: nothing cached, the count cached, the page cached */
  return { name, matches, uncached: median(uncached), counted: median(counted), repeated: median(repeated) }
}

async function prepare(shop: Shop, { name, query, lastPage }: BenchQuery) {
  const filter = parseProductFilter(shop.categories.current, new URLSearchParams(query))
  const { count: matches } = await findMatches(shop, filter)
  const page = lastPage ? Math.ceil(matches / PRODUCTS_PER_PAGE) : 1
  const [uncached, counted, repeated] = [[] as number[], [] as number[], [] as number[]]
  return { shop, name, matches, filter: { ...filter, page }, uncached, counted, repeated }
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
function withEmptyCache(shop: Shop, filter: ProductFilter): Promise<Shop> {
  const asksForAll = filter.keyword === "" && countKey(filter, null) === countKey(emptyFilter, null)
  return withKnownCounts(shop, asksForAll ? [] : [emptyFilter])
}

async function withKnownCounts(shop: Shop, filters: ProductFilter[]): Promise<Shop> {
  const fresh = { ...shop, db: shop.db.withoutPlugins() }
  for (const filter of filters) await findMatches(fresh, filter)
  return fresh
}
