import { sql } from "kysely"
import { findProducts } from "~/domain/catalog/listing.server"
import { questionOf } from "~/domain/catalog/matches.server"
import { type ProductFilter, parseProductFilter } from "~/domain/catalog/product-filter"
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

/** Enough to say what a shop that has been open for a while takes, compiler and caches included. */
const RUNS = 41
const WARM_UP = 20

/** Measures a query as a page asks it, both without any count in memory and with it. */
export async function measureList(shop: Shop, { name, query, lastPage }: BenchQuery): Promise<Measurement> {
  const filter = parseProductFilter(new URLSearchParams(query))
  const { filteredProductCount: matches, resultPerPage } = await findProducts(shop, filter)
  const page = lastPage ? Math.ceil(matches / resultPerPage) : 1
  const uncached = await median(shop, { ...filter, page }, () => forgetCount(shop, filter))
  const warm = await median(shop, { ...filter, page })
  return { name, matches, uncached, warm }
}

async function median(shop: Shop, filter: ProductFilter, before?: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < WARM_UP + RUNS; run++) {
    await before?.()
    const started = performance.now()
    await findProducts(shop, filter)
    if (run >= WARM_UP) times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] as number
}

/** As if something had changed that this count depends on; how many products there are is known all the time. */
async function forgetCount(shop: Shop, filter: ProductFilter): Promise<void> {
  const shelf = questionOf(filter, null).ofShelf && filter.keyword === ""
  await sql`
    update catalog_version set version = version + 1, shelf_version = shelf_version + ${shelf ? 1 : 0}`.execute(shop.db)
}
