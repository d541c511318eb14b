import { setTimeout as sleep } from "node:timers/promises"
import type { Shop } from "~/domain/shop"
import { median } from "../figures"
import { setStock } from "./bench-shop.server"
import { sendLoad } from "./load.server"
import type { Scenario } from "./scenarios.server"

interface MixedOptions {
  products: readonly string[]
  rounds: number
  seconds: number
}

/** Milliseconds */
const SALE_EVERY = 100
const READ_EVERY = 25
/** One more than a product page counts */
const UNITS = 6

/** Requests per second of anonymous visitors, their ratio, and the share from the cache while units are sold */
export async function measureMixedLoad(
  shop: Shop,
  url: string,
  scenario: Scenario,
  { products, rounds, seconds }: MixedOptions,
) {
  const browse = () => sendLoad(url, scenario, { clients: 16, seconds })
  const measured: Record<"quiet" | "selling" | "part" | "kept", number>[] = []
  const shelf = await fillShelf(shop, url, products)
  await repeatWhile(READ_EVERY, shelf.read, async () => {
    await browse()
    for (let round = 0; round < rounds; round++) {
      const { perSecond: quiet } = await browse()
      const { perSecond: selling, kept, answers } = await repeatWhile(SALE_EVERY, shelf.sell, browse)
      measured.push({ quiet, selling, part: selling / quiet, kept: kept / Math.max(1, answers) })
    }
  })
  const of = (name: keyof (typeof measured)[number]) => median(measured.map((one) => one[name]))
  return { quiet: of("quiet"), selling: of("selling"), part: of("part"), kept: of("kept"), ...shelf.seen }
}

/** Matches `stockWords` of the page. */
const wordsOf = (stock: number) => (stock < 1 ? "Out of stock" : stock < UNITS ? `Only ${stock} left` : "In stock")

async function fillShelf(shop: Shop, url: string, ids: readonly string[]) {
  /** `stalest`: milliseconds for which the most outdated stock on a page had been wrong */
  const seen = { sales: 0, samples: 0, stalest: 0 }
  const products = ids.map((id) => ({ id, page: `${url}/product/${id}`, states: [{ stock: UNITS, since: 0 }] }))
  const productAt = (turn: number) => products[turn % products.length] as (typeof products)[number]
  for (const id of ids) await setStock(shop, id, UNITS)
  return {
    seen,
    async sell() {
      const { id, states } = productAt(seen.sales++)
      const stock = (states.at(-1)?.stock || UNITS + 1) - 1
      await setStock(shop, id, stock)
      states.push({ stock, since: performance.now() })
    },
    async read() {
      const product = productAt(5 * seen.samples++)
      const asked = performance.now()
      const response = await fetch(product.page)
      // The next request avoids the redirect.
      product.page = response.url
      const page = await response.text()
      const words = /Out of stock|Only \d+ left|In stock/.exec(page.slice(page.indexOf("stock-status")))?.[0]
      const last = product.states.findLastIndex(({ stock }) => wordsOf(stock) === words)
      // Absent if the page shows a sale that is being written
      const end = last < 0 ? undefined : product.states[last + 1]?.since
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
  return work().finally(() => {
    isDone = true
    return repeated
  })
}
