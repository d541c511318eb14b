import type { Shop } from "~/domain/shop"
import { type BenchDatabases, fillCatalogue, settingsOf, withBenchShop } from "../bench-databases.server"
import { type BenchProgram, peakMemoryOf, processorTime, startShop, stopPrograms } from "../http/programs.server"
import { keepCoresApart, keepOnShopCores } from "./cores.server"
import { addHotProducts, addSaleBuyers, auditSale } from "./sale-shop.server"
import { simulateSale } from "./simulate-sale.server"

const PRODUCTS = 10_000
/** Milliseconds of every call to the gateway; a payment makes two, to open it and to charge the card. */
const GATEWAY_DELAY = 1_000
export const GATEWAY_TIME = 2 * GATEWAY_DELAY
const READING_TIME = 2_000

export interface SaleOptions {
  processes: number
  visitors: number
  buyers: number
  /** Of each of three products */
  units: number
  seconds: number
}

export type SaleMeasurement = Awaited<ReturnType<typeof measureSale>>

export interface SaleShop {
  shop: Shop
  folder: string
  settings: Record<string, string>
}

export async function withSaleShop<T>(
  databases: BenchDatabases,
  say: (line: string) => void,
  work: (saleShop: SaleShop) => Promise<T>,
): Promise<T> {
  const apart = keepCoresApart(databases.folder)
  say(apart ? "The shop and PostgreSQL have cores 0 and 1, the visitors 2 and 3." : "All share all cores.")
  const settings: Record<string, string> = {
    ...(await settingsOf(databases, "bench_sale")),
    TRUST_PROXY: "1",
    SANDBOX_DELAY_MS: String(GATEWAY_DELAY),
    METRICS_TOKEN: "a-token-for-the-bench",
  }
  return withBenchShop(settings, async (shop) => {
    await fillCatalogue(shop, PRODUCTS, say)
    return work({ shop, settings, folder: databases.folder })
  })
}

export async function measureSale({ shop, folder, settings }: SaleShop, options: SaleOptions) {
  const { processes, visitors, seconds, units } = options
  const products = await addHotProducts(shop, units)
  const buyers = await addSaleBuyers(shop, options.buyers, settings.SESSION_SECRET ?? "")
  const programs: BenchProgram[] = []
  while (programs.length < processes) programs.push(await startShop(folder, settings))
  for (const { pid } of programs) keepOnShopCores(pid)
  const before = programs.map(({ pid }) => processorTime(pid) ?? 0)
  const ownBefore = process.cpuUsage()
  const urls = programs.map(({ url }) => url)
  const seen = await simulateSale({ urls, products, buyers, visitors, seconds, readingTime: READING_TIME })
  const own = process.cpuUsage(ownBefore)
  const shops = await Promise.all(
    programs.map(async ({ pid, url }, index) => ({
      /** Cores in use, on average */
      processor: ((processorTime(pid) ?? 0) - (before[index] ?? 0)) / 1_000 / seen.seconds,
      /** Megabytes; `null` without /proc */
      memory: peakMemoryOf(pid),
      ...(await poolWaits(url, settings.METRICS_TOKEN ?? "")),
    })),
  )
  await stopPrograms()
  const load = (own.user + own.system) / 1e6 / seen.seconds
  return { ...options, ...seen, shops, load, audit: await auditSale(shop, products, units) }
}

/** How often a connection was waited for, and for longer than a tenth of a second. */
async function poolWaits(url: string, token: string): Promise<{ poolWaits: number; longPoolWaits: number }> {
  const response = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })
  const text = await response.text()
  const read = (series: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${series} `))
        ?.split(" ")[1],
    )
  const waits = read("counter_pool_wait_seconds_count")
  return { poolWaits: waits, longPoolWaits: waits - read('counter_pool_wait_seconds_bucket{le="0.1"}') }
}
