import { setTimeout as sleep } from "node:timers/promises"
import type { Product } from "~/domain/catalog/product"
import { productPath } from "~/domain/catalog/product-path"
import { insertMovements } from "~/domain/inventory/stock.server"
import type { Shop } from "~/domain/shop"
import { stockLabel } from "~/routes/storefront/product/stock-status"
import { print } from "../../process/terminal.server"
import { medians } from "../figures"
import type { BenchProgram } from "../programs.server"
import { repeatDuring } from "../turns"
import { sendLoad } from "./load.server"
import type { Scenario } from "./scenarios.server"

interface MixedOptions {
  products: readonly Pick<Product, "id" | "name">[]
  rounds: number
  seconds: number
}

/** Milliseconds */
const SALE_EVERY = 100
const READ_EVERY = 25
/** One more than the number of views a product page counts */
const UNITS = 6

/** Requests per second of anonymous visitors, the ratio, and the share from the cache while units are sold */
export async function measureMixedLoad(
  shop: Shop,
  program: BenchProgram,
  scenario: Scenario,
  { products, rounds, seconds }: MixedOptions,
) {
  /** `stalest`: milliseconds by which the most outdated stock level on a page was out of date */
  const seen = { sales: 0, samples: 0, stalest: 0 }
  /** `ended`: when the stock level on a page became outdated */
  const shelf = products.map((product) => ({ ...product, stock: UNITS, ended: new Map<string, number>() }))
  const productAt = (turn: number) => shelf[turn % shelf.length] as (typeof shelf)[number]

  async function sell() {
    const product = productAt(seen.sales++)
    const before = product.stock
    product.stock = (before || UNITS + 1) - 1
    product.ended.delete(stockLabel(product.stock))
    await setStock(shop, product.id, product.stock)
    product.ended.set(stockLabel(before), performance.now())
  }

  async function read() {
    const product = productAt(5 * seen.samples++)
    const asked = performance.now()
    const html = await (await fetch(program.url + productPath(product))).text()
    const [words = ""] = /Out of stock|Only \d+ left|In stock/.exec(html.slice(html.indexOf("stock-status"))) ?? []
    seen.stalest = Math.max(seen.stalest, asked - (product.ended.get(words) ?? asked))
  }

  const browse = () => sendLoad(program, scenario, { clients: 16, seconds })
  async function browseInTurns() {
    await browse()
    const measured: Record<"quiet" | "selling" | "part" | "cached", number>[] = []
    for (let round = 0; round < rounds; round++) {
      const { perSecond: quiet } = await browse()
      const { perSecond: selling, cached } = await repeatDuring(browse(), () =>
        Promise.all([sleep(SALE_EVERY), sell()]),
      )
      measured.push({ quiet, selling, part: selling / quiet, cached })
    }
    return medians(measured)
  }

  print("Anonymous visitors browse while a unit is sold every 100 ms …")
  for (const { id } of shelf) await setStock(shop, id, UNITS)
  const rates = await repeatDuring(browseInTurns(), () => Promise.all([sleep(READ_EVERY), read()]))
  return { ...rates, ...seen }
}

export async function setStock(shop: Shop, product: string, stock: number): Promise<void> {
  const row = await shop.db.selectFrom("products").select("stock").where("id", "=", product).executeTakeFirstOrThrow()
  const movement = { variant: product, change: stock - row.stock, reason: "correction" as const }
  await shop.transaction((tx) => insertMovements(tx, [movement]))
}
