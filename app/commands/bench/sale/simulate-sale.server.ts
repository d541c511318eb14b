import { setMaxListeners } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { percentiles } from "../figures"
import type { HotProduct, SaleBuyer } from "./sale-shop.server"
import { browseShop, buy, openShopper, type SeenResponse } from "./shopper.server"

interface Sale {
  urls: readonly string[]
  products: readonly HotProduct[]
  /** These arrive evenly among the visitors. */
  buyers: readonly SaleBuyer[]
  visitors: number
  /** Seconds in which all arrive, one by one, however quick the shop is */
  seconds: number
  /** Milliseconds, on average */
  readingTime: number
}

/** Milliseconds for the last of them */
const LONGEST_VISIT = 60_000

export async function simulateSale({ urls, products, buyers, visitors, seconds, readingTime }: Sale) {
  const over = AbortSignal.timeout(seconds * 1_000 + LONGEST_VISIT)
  setMaxListeners(0, over)
  const seen: SeenResponse[] = []

  /** Returns the outcome for a buyer. */
  async function visit(number: number): Promise<string | null> {
    const buyerNumber = Math.floor((number * buyers.length) / visitors)
    const isBuyer = Math.floor(((number + 1) * buyers.length) / visitors) > buyerNumber
    const buyer = isBuyer ? buyers[buyerNumber] : undefined
    const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
    const shopper = openShopper({ urls, readingTime, over, seen }, address, buyer?.cookie ?? null)
    const lamp = (line: number) => products[(number + buyerNumber + line) % products.length] as HotProduct
    try {
      await browseShop(shopper, lamp(0))
      if (!buyer) return null
      await buy(shopper, [lamp(0), lamp(1)], buyer.credentials)
      return "ordered"
    } catch (error) {
      return over.aborted ? "still waiting at the end" : (error as Error).message
    }
  }

  const began = performance.now()
  const visits: Promise<string | null>[] = []
  for (let number = 0; number < visitors; number++) {
    await sleep(Math.max(0, began + (number / visitors) * seconds * 1_000 - performance.now()))
    visits.push(visit(number))
  }
  const { ordered: orders = 0, ...without } = countsOf((await Promise.all(visits)).filter((ending) => ending !== null))
  const requests = [...new Set(seen.map(({ kind }) => kind))].map((kind) => {
    const some = seen.filter((response) => response.kind === kind)
    const times = percentiles(some.map(({ milliseconds }) => milliseconds))
    return { kind, count: some.length, ...times, statuses: countsOf(some.map(({ status }) => status)) }
  })
  return {
    orders,
    without,
    seconds: (performance.now() - began) / 1_000,
    /** Requests neither answered nor refused with a 503 that says when to retry */
    failures: seen.filter(({ status, wait }) => status === 0 || (status >= 500 && !(status === 503 && wait))).length,
    unavailable: seen.filter(({ status }) => status === 503).length,
    requests,
  }
}

function countsOf(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
