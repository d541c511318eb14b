import { setTimeout as sleep } from "node:timers/promises"
import type { Shop } from "~/domain/shop"
import { median } from "../figures"
import { setStock } from "./bench-shop.server"
import { sendLoad } from "./load.server"
import type { Scenario } from "./scenarios"

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

/** Requests per second of anonymous visitors, their ratio, and the share from the cache while units are sold */
export async function measureMixedLoad({ shop, url, products, scenario, rounds, seconds }: MixedOptions) {
  const browse = () => sendLoad(url, scenario, { clients: 16, seconds })
  const measured: Record<"quiet" | "selling" | "part" | "kept", number>[] = []
  const shelf = await fillShelf(shop, url, products)
  await repeatWhile(READ_EVERY, shelf.read, async () => {
    await browse()
    for (let round = 0; round < rounds; round++) {
      const rest = await browse()
      const sale = await repeatWhile(SALE_EVERY, shelf.sell, browse)
      const [quiet, selling] = [rest.perSecond, sale.perSecond]
      measured.push({ quiet, selling, part: selling / quiet, kept: sale.kept / Math.max(1, sale.answers) })
    }
  })
  const of = (name: keyof (typeof measured)[number]) => median(measured.map((one) => one[name]))
  return { quiet: of("quiet"), selling: of("selling"), part: of("part"), kept: of("kept"), ...shelf.seen }
}

/** One more than a product page counts */
const UNITS = 6

/** Matches `stockWords` of the page. */
const wordsOf = (stock: number) => (stock < 1 ? "Out of stock" : stock < UNITS ? `Only ${stock} left` : "In stock")

async function fillShelf(shop: Shop, url: string, products: readonly string[]) {
  /** `stalest`: milliseconds for which the most outdated stock on a page had been wrong */
  const seen = { sales: 0, samples: 0, stalest: 0 }
  const stocks = new Map(products.map((product) => [product, [] as { stock: number; since: number }[]]))
  const pages = new Map<string, string>()
  const change = async (product: string, stock: number) => {
    await setStock(shop, product, stock)
    stocks.get(product)?.push({ stock, since: performance.now() })
  }
  for (const product of products) await change(product, UNITS)
  return {
    seen,
    async sell() {
      const product = products[seen.sales++ % products.length] ?? ""
      const stock = stocks.get(product)?.at(-1)?.stock ?? 0
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
      const states = stocks.get(product) ?? []
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
