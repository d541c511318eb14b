import { setTimeout as sleep } from "node:timers/promises"
import type { Shop } from "~/domain/shop"
import { median } from "../figures"
import { setStock } from "./bench-shop.server"
import { sendLoad } from "./load.server"
import type { Scenario } from "./scenarios"

export interface MixedLoad {
  /** Requests per second of anonymous visitors */
  quiet: number
  selling: number
  /** The median ratio of the two */
  part: number
  /** The share of anonymous responses from the cache during the sale */
  kept: number
  sales: number
  samples: number
  /** Milliseconds for which the most outdated stock on a page had been wrong */
  stalest: number
}

interface MixedOptions {
  shop: Shop
  url: string
  products: readonly string[]
  scenario: Scenario
  rounds: number
  seconds: number
}

/** Milliseconds */
const SALE_EVERY = 100
const READ_EVERY = 25

export async function measureMixedLoad(options: MixedOptions): Promise<MixedLoad> {
  const { scenario, url, rounds, seconds } = options
  const browse = () => sendLoad({ ...scenario, url: url + scenario.path, clients: 16, seconds })
  const rates: { quiet: number; selling: number }[] = []
  let [answers, kept] = [0, 0]
  const shelf = await fillShelf(options)
  await repeatWhile(READ_EVERY, shelf.read, async () => {
    await browse()
    for (let round = 0; round < rounds; round++) {
      const quiet = await browse()
      const selling = await repeatWhile(SALE_EVERY, shelf.sell, browse)
      rates.push({ quiet: quiet.answers / quiet.seconds, selling: selling.answers / selling.seconds })
      answers += selling.answers
      kept += selling.kept
    }
  })
  return {
    quiet: median(rates.map((rate) => rate.quiet)),
    selling: median(rates.map((rate) => rate.selling)),
    part: median(rates.map((rate) => rate.selling / rate.quiet)),
    kept: kept / Math.max(1, answers),
    ...shelf.seen,
  }
}

/** One more than a product page counts */
const UNITS = 6

async function fillShelf({ shop, url, products }: Pick<MixedOptions, "shop" | "url" | "products">) {
  const seen = { sales: 0, samples: 0, stalest: 0 }
  const said = new Map(products.map((product) => [product, [] as { stock: number; since: number }[]]))
  const pages = new Map<string, string>()
  const change = async (product: string, stock: number) => {
    await setStock(shop, product, stock)
    said.get(product)?.push({ stock, since: performance.now() })
  }
  for (const product of products) await change(product, UNITS)
  return {
    seen,
    async sell() {
      const product = products[seen.sales++ % products.length] ?? ""
      const stock = said.get(product)?.at(-1)?.stock ?? 0
      await change(product, stock > 0 ? stock - 1 : UNITS)
    },
    async read() {
      const product = products[(seen.samples++ * 5) % products.length] ?? ""
      const asked = performance.now()
      const response = await fetch(pages.get(product) ?? `${url}/product/${product}`)
      // The next request avoids the redirect.
      pages.set(product, response.url)
      const page = await response.text()
      const words = /Out of stock|Only \d+ left|In stock/.exec(page.slice(page.indexOf("stock-status")))?.[0]
      const states = said.get(product) ?? []
      const last = states.findLastIndex(({ stock }) => wordsOf(stock) === words)
      // Absent if the page shows a sale that is being written
      const end = last < 0 ? undefined : states[last + 1]?.since
      if (end !== undefined) seen.stalest = Math.max(seen.stalest, asked - end)
    },
  }
}

async function repeatWhile<T>(every: number, something: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  let isDone = false
  const repeat = async () => {
    while (!isDone) await Promise.all([sleep(every), something()])
  }
  const repeated = repeat()
  try {
    return await work()
  } finally {
    isDone = true
    await repeated
  }
}

/** Matches `stockWords` of the page. */
function wordsOf(stock: number): string {
  if (stock < 1) return "Out of stock"
  return stock < UNITS ? `Only ${stock} left` : "In stock"
}
