import { setTimeout as sleep } from "node:timers/promises"
import { recordStockMovements } from "~/domain/inventory/stock.server"
import type { Shop } from "~/domain/shop"
import { median } from "../median"
import type { LoadGenerator } from "./programs.server"
import type { Scenario } from "./scenarios"

export interface MixedLoad {
  /** Requests a second of strangers while nothing is sold, and while something is. */
  quiet: number
  selling: number
  /** The median of how the two compare, round by round. */
  part: number
  /** The part of strangers' answers that came from memory while something was sold. */
  kept: number
  sales: number
  /** Product pages that were read for what they say of the stock, at all times. */
  samples: number
  /** How long ago the oldest thing that a page said had stopped being true when the page was asked for, in milliseconds. */
  stalest: number
}

interface MixedOptions {
  shop: Shop
  /** The address of the running shop. */
  url: string
  products: readonly string[]
  load: LoadGenerator
  scenario: Scenario
  rounds: number
  seconds: number
}

/** In milliseconds. */
const SALE_EVERY = 100
const READ_EVERY = 25
const CLIENTS = 16

/**
 * Strangers browse, by turns while nothing happens and while a unit is sold every tenth of a second. Pages are read for what
 * they say all the time, so that nothing but the sales is compared.
 */
export async function measureMixedLoad(options: MixedOptions): Promise<MixedLoad> {
  const { load, scenario, url, rounds, seconds } = options
  const browse = () => load.send({ ...scenario, url: url + scenario.path, clients: CLIENTS, seconds })
  const rates: { quiet: number; selling: number }[] = []
  let [answers, kept] = [0, 0]
  const shelf = new Shelf(options)
  await shelf.fill()
  await shelf.readWhile(async () => {
    await browse()
    for (let round = 0; round < rounds; round++) {
      const quiet = await browse()
      const selling = await shelf.sellWhile(browse)
      rates.push({ quiet: quiet.answers / quiet.seconds, selling: selling.answers / selling.seconds })
      answers += selling.answers
      kept += selling.kept
    }
  })
  const { sales, samples, stalest } = shelf
  return {
    quiet: median(rates.map((rate) => rate.quiet)),
    selling: median(rates.map((rate) => rate.selling)),
    part: median(rates.map((rate) => rate.selling / rate.quiet)),
    kept: kept / Math.max(1, answers),
    sales,
    samples,
    stalest,
  }
}

/** What a product's page said of its stock from some moment on. */
interface Said {
  words: string
  since: number
}

/** As many as a product has in the beginning: one more than its page counts. */
const UNITS = 6

/** Some products, whose units are sold in turn until all are gone and come back, and whose pages are read. */
class Shelf {
  sales = 0
  samples = 0
  stalest = 0
  readonly #said = new Map<string, Said[]>()
  readonly #stock = new Map<string, number>()
  readonly #pages = new Map<string, string>()

  constructor(private readonly options: Pick<MixedOptions, "shop" | "url" | "products">) {}

  async fill(): Promise<void> {
    for (const product of this.options.products) await this.#setStock(product, UNITS)
  }

  sellWhile<T>(work: () => Promise<T>): Promise<T> {
    return repeatWhile(work, SALE_EVERY, () => this.#sell())
  }

  readWhile<T>(work: () => Promise<T>): Promise<T> {
    return repeatWhile(work, READ_EVERY, () => this.#read())
  }

  async #sell(): Promise<void> {
    const { products } = this.options
    const product = products[this.sales % products.length] ?? ""
    const stock = this.#stock.get(product) ?? 0
    await this.#setStock(product, stock > 0 ? stock - 1 : UNITS)
    this.sales++
  }

  async #setStock(product: string, stock: number): Promise<void> {
    const { shop } = this.options
    const before = this.#stock.get(product) ?? (await stockOf(shop, product))
    const change = stock - before
    if (change !== 0)
      await shop.transaction((tx) => recordStockMovements(tx, [{ product, change, reason: "correction" }]))
    this.#stock.set(product, stock)
    const said = this.#said.get(product) ?? []
    this.#said.set(product, [...said, { words: wordsOf(stock), since: performance.now() }])
  }

  async #read(): Promise<void> {
    const { url, products } = this.options
    const product = products[(this.samples * 5) % products.length] ?? ""
    const asked = performance.now()
    const answer = await fetch(this.#pages.get(product) ?? `${url}/product/${product}`)
    // The next time it is asked for where it is, without a redirect.
    this.#pages.set(product, answer.url)
    const page = await answer.text()
    const words = /Out of stock|Only \d+ left|In stock/.exec(page.slice(page.indexOf("stock-status")))?.[0]
    this.samples++
    this.stalest = Math.max(this.stalest, this.#ageOf(product, words ?? "", asked))
  }

  /** How long these words had been untrue when they were asked for. */
  #ageOf(product: string, words: string, asked: number): number {
    const said = this.#said.get(product) ?? []
    const last = said.findLastIndex((one) => one.words === words)
    // A sale that is being written may be seen before this process knows that it is done.
    if (last < 0) return 0
    const end = said[last + 1]?.since ?? Number.POSITIVE_INFINITY
    return Math.max(0, asked - end)
  }
}

/** Does something again and again, at most every so many milliseconds, until some work is done. */
async function repeatWhile<T>(work: () => Promise<T>, every: number, something: () => Promise<void>): Promise<T> {
  let isDone = false
  async function repeat() {
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

/** As `stockWords` says it on the page. */
function wordsOf(stock: number): string {
  if (stock < 1) return "Out of stock"
  return stock < UNITS ? `Only ${stock} left` : "In stock"
}

/** How many units of a product there are. */
export async function stockOf(shop: Shop, product: string): Promise<number> {
  const row = await shop.db.selectFrom("products").select("stock").where("id", "=", product).executeTakeFirstOrThrow()
  return row.stock
}
