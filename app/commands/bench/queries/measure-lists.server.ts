import { countKey } from "~/domain/search/counts.server"
import { readListRows } from "~/domain/search/listing.server"
import { findMatches } from "~/domain/search/matches.server"
import { emptyFilter, PRODUCTS_PER_PAGE, type ProductFilter, parseProductFilter } from "~/domain/search/product-filter"
import type { Shop } from "~/domain/shop"
import { brand } from "../../seed/brand"
import { median, medians } from "../figures"

/** Words of a fifth, a fortieth and a thousandth of the products */
const [common, medium, rare] = ["steel", "lamp", brand(250).toLowerCase()]

const queries: Record<string, string> = {
  everything: "",
  "last page": "",
  category: "category=Clothing",
  "price range": "price[gte]=50&price[lte]=80",
  "half of all prices": "price[gte]=80",
  rating: "ratings[gte]=4",
  "category, price, cheapest first": "category=Gaming&price[gte]=20&price[lte]=60&sort=price-asc",
  "common word": `keyword=${common}`,
  "common word, last page": `keyword=${common}`,
  "medium word": `keyword=${medium}`,
  "rare word": `keyword=${rare}`,
  "no hit": "keyword=xylophonist",
  "misspelt word": "keyword=hedphones",
  "nothing but a sign": "keyword=%25",
  "two words": `keyword=${common}+${medium}`,
  "word, category and price": `keyword=${common}&category=Kitchen&price[gte]=20&price[lte]=90`,
}

/** The first turn only warms up. */
const ROUNDS = 6
const RUNS = 15

/** Measures shops side by side, one query of all after the other, so that other load affects all of them. */
export async function measureLists(shops: readonly Shop[]) {
  const subjects: Awaited<ReturnType<typeof openSubject>>[] = []
  for (const name of Object.keys(queries)) for (const shop of shops) subjects.push(await openSubject(shop, name))
  for (let turn = 0; turn < ROUNDS; turn++) {
    for (const { filter, open, times } of subjects) {
      const measured = {
        uncached: await timeOf(filter, open.uncached),
        counted: await timeOf(filter, open.counted),
        repeated: await timeOf(filter, open.repeated),
      }
      if (turn > 0) times.push(measured)
    }
  }
  return subjects.map(({ shop, name, matches, times }) => ({ shop, name, matches, ...medians(times) }))
}

async function openSubject(shop: Shop, name: string) {
  const first = parseProductFilter(shop.categories.current, new URLSearchParams(queries[name]))
  const { count: matches } = await findMatches(shop, first)
  const filter = { ...first, page: name.endsWith("last page") ? Math.ceil(matches / PRODUCTS_PER_PAGE) : 1 }
  const isAll = filter.keyword === "" && countKey(filter, null) === countKey(emptyFilter, null)
  const open = {
    // Keeps the count of all products cached, unless that is the query
    uncached: () => withKnownCounts(shop, isAll ? [] : [emptyFilter]),
    counted: () => withKnownCounts(shop, [emptyFilter, filter]),
    repeated: async () => shop,
  }
  return { shop, name, matches, filter, open, times: [] as Record<keyof typeof open, number>[] }
}

/** Returns the median time of some runs, in milliseconds. */
async function timeOf(filter: ProductFilter, open: () => Promise<Shop>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const shop = await open()
    const started = performance.now()
    await readListRows(shop, await findMatches(shop, filter))
    times.push(performance.now() - started)
  }
  return median(times)
}

async function withKnownCounts(shop: Shop, filters: ProductFilter[]): Promise<Shop> {
  const fresh = { ...shop, db: shop.db.withoutPlugins() }
  for (const filter of filters) await findMatches(fresh, filter)
  return fresh
}
