import { authenticate } from "~/domain/accounts/passwords/authenticate.server"
import { newObjectId } from "~/domain/object-id.server"
import { countKey } from "~/domain/search/counts.server"
import { readListRows } from "~/domain/search/listing.server"
import { findMatches } from "~/domain/search/matches.server"
import { emptyFilter, PRODUCTS_PER_PAGE, type ProductFilter, parseProductFilter } from "~/domain/search/product-filter"
import type { Shop } from "~/domain/shop"
import { brand } from "../../seed/brand"
import type { BenchOptions } from "../bench-options"
import { atMost, median, medians, missedTargets, reported } from "../figures"
import { addMembers } from "../members.server"
import { type Bench, openBenchShop } from "../open-bench.server"
import { takeTurns } from "../turns"

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
  "one letter": "keyword=s",
  "one letter after a word": `keyword=${medium}+w`,
  "no hit": "keyword=xylophonist",
  "misspelt word": "keyword=hedphones",
  "nothing but a sign": "keyword=%25",
  "two words": `keyword=${common}+${medium}`,
  "word, category and price": `keyword=${common}&category=Kitchen&price[gte]=20&price[lte]=90`,
}

/** Milliseconds with nothing cached, by number of products */
const coldLimits: Record<number, number> = { 10000: 3, 100000: 20, 1000000: 120 }
/** Milliseconds with a cached count, at any size */
const WARM_LIMIT = 3

const ROUNDS = 5
/**
 * The number of runs of each query in a round. All rounds together refuse fewer sign-ins than one account may attempt.
 */
const RUNS = 15

/** With `variants`, shops whose products have three variants each are measured in addition to those without options. */
export async function benchQueries(bench: Bench, { sizes = [10_000, 100_000], variants }: BenchOptions) {
  const lists = []
  for (const products of sizes) {
    const name = `bench_${products}`
    const shops = [{ ...(await openBenchShop(bench, name, { products })), variants: 1 }]
    if (variants)
      shops.push({ ...(await openBenchShop(bench, `${name}_variants`, { products, sizes: true })), variants: 3 })
    const subjects: Awaited<ReturnType<typeof openQuery>>[] = []
    for (const name of Object.keys(queries))
      for (const { shop, variants } of shops) subjects.push(await openQuery(shop, { name, products, variants }))
    const title = `Lists of ${products.toLocaleString("en-US")} products`
    const results = await takeTurns(title, { subjects, rounds: ROUNDS, measure: measureQuery })
    for (const { subject, measured } of results) lists.push({ ...subject.query, ...medians(measured) })
  }
  const signIn = await measureRefusedSignIns((await openBenchShop(bench, "bench_accounts")).shop)
  const aims = lists.flatMap(({ name, products, uncached, counted, repeated }) => [
    atMost(coldLimits[products] ?? Number.POSITIVE_INFINITY, `${name} of ${products}, uncached`, uncached),
    atMost(WARM_LIMIT, `${name} of ${products}, counted`, counted),
    atMost(WARM_LIMIT, `${name} of ${products}, repeated`, repeated),
  ])
  return reported("queries and refused sign-ins, medians in ms", { lists, signIn, missed: missedTargets(aims) })
}

async function openQuery(shop: Shop, { name, ...query }: { name: string; products: number; variants: number }) {
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
  return { query: { name, ...query, matches }, filter, open }
}

async function withKnownCounts(shop: Shop, filters: ProductFilter[]): Promise<Shop> {
  const fresh = { ...shop, db: shop.db.withoutPlugins() }
  for (const filter of filters) await findMatches(fresh, filter)
  return fresh
}

async function measureQuery({ filter, open }: Awaited<ReturnType<typeof openQuery>>) {
  const read = async (shop: Shop) => readListRows(shop, await findMatches(shop, filter))
  return {
    uncached: await medianTime(open.uncached, read),
    counted: await medianTime(open.counted, read),
    repeated: await medianTime(open.repeated, read),
  }
}

/** Measures whether response times reveal which e-mail addresses have accounts; leaves an account behind. */
async function measureRefusedSignIns(shop: Shop) {
  const [member] = await addMembers(shop, 1)
  const subjects = [member?.email ?? "", `nobody-${newObjectId(shop.now())}@bench.invalid`]
  let clients = 0
  const measure = (email: string) => {
    const refuse = (client: string) => authenticate(shop, { email, password: "wrong" }, client).catch(() => {})
    return medianTime(async () => `bench-${clients++}`, refuse)
  }
  const results = await takeTurns("Refused sign-ins", { subjects, rounds: ROUNDS, measure })
  const [wrongPassword, unknownEmail] = results.map(({ measured }) => median(measured))
  return { wrongPassword, unknownEmail }
}

/** Returns the median time of some runs, in milliseconds. */
async function medianTime<T>(open: () => Promise<T>, run: (opened: T) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < RUNS; turn++) {
    const opened = await open()
    const started = performance.now()
    await run(opened)
    times.push(performance.now() - started)
  }
  return median(times)
}
