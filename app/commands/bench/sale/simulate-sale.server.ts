import { setMaxListeners } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { ascending, quantile } from "../figures"
import { openBrowser, type RequestKind, type SeenResponse } from "./browser.server"
import { buy, type Credentials, type HotProduct, lookAround } from "./shopper.server"

export interface SaleBuyer {
  cookie: string | null
  /** `null` if signed in already */
  credentials: Credentials | null
}

interface Sale {
  urls: readonly string[]
  products: readonly HotProduct[]
  /** Come evenly among the visitors */
  buyers: readonly SaleBuyer[]
  visitors: number
  /** In which all arrive, one by one, however quick the shop is */
  seconds: number
  /** Milliseconds, on average */
  readingTime: number
}

/** Milliseconds for the last of them */
const LONGEST_VISIT = 60_000

export type SaleResult = Awaited<ReturnType<typeof simulateSale>>

export async function simulateSale({ urls, products, buyers, visitors, seconds, readingTime }: Sale) {
  const seen: SeenResponse[] = []
  const without: Record<string, number> = {}
  let orders = 0
  const over = new AbortController()
  setMaxListeners(0, over.signal)
  const read = () => sleep(readingTime * (0.5 + Math.random()), undefined, { signal: over.signal })

  async function visit(number: number): Promise<void> {
    const buyerNumber = Math.floor((number * buyers.length) / visitors)
    const isBuyer = Math.floor(((number + 1) * buyers.length) / visitors) > buyerNumber
    const buyer = isBuyer ? buyers[buyerNumber] : undefined
    const note = (response: SeenResponse) => void seen.push(response)
    const { signal } = over
    const browser = openBrowser({ urls, address: addressOf(number), cookie: buyer?.cookie ?? null, over: signal, note })
    const lamp = (line: number) => products[(number + buyerNumber + line) % products.length] as HotProduct
    try {
      await lookAround({ browser, read }, lamp(0))
      if (!buyer) return
      const reason = await buy({ browser, read }, [lamp(0), lamp(1)], buyer.credentials)
      if (reason === null) orders++
      else refuse(reason)
    } catch (error) {
      refuse(over.signal.aborted ? "still waiting at the end" : (error as Error).name)
    }
  }
  const refuse = (reason: string) => {
    without[reason] = (without[reason] ?? 0) + 1
  }

  const began = performance.now()
  const visits: Promise<void>[] = []
  for (let number = 0; number < visitors; number++) {
    await sleep(Math.max(0, began + (number / visitors) * seconds * 1_000 - performance.now()))
    visits.push(visit(number))
  }
  const last = setTimeout(() => over.abort(), LONGEST_VISIT)
  await Promise.all(visits)
  clearTimeout(last)
  const isFailure = ({ status, hasRetryAfter }: SeenResponse) =>
    status === 0 || (status >= 500 && !(status === 503 && hasRetryAfter))
  return {
    orders,
    without,
    seconds: (performance.now() - began) / 1_000,
    /** Neither answered nor refused with a 503 that says when to come back */
    failures: seen.filter(isFailure).length,
    unavailable: seen.filter(({ status }) => status === 503).length,
    requests: figuresOf(seen),
  }
}

export interface RequestFigures {
  kind: RequestKind
  count: number
  /** Milliseconds */
  p50: number
  p95: number
  p99: number
  statuses: Record<string, number>
}

function figuresOf(seen: readonly SeenResponse[]): RequestFigures[] {
  return [...new Set(seen.map(({ kind }) => kind))].map((kind) => {
    const some = seen.filter((response) => response.kind === kind)
    const times = ascending(some.map(({ milliseconds }) => milliseconds))
    const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((part) => quantile(times, part))
    const statuses: Record<string, number> = {}
    for (const { status } of some) statuses[status] = (statuses[status] ?? 0) + 1
    return { kind, count: some.length, p50, p95, p99, statuses }
  })
}

function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}
