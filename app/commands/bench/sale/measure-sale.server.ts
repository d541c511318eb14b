import { spawnSync } from "node:child_process"
import { availableParallelism } from "node:os"
import type { Shop } from "~/domain/shop"
import { clusterData } from "~db/embedded/cluster"
import { findPostmaster } from "~db/embedded/postmaster"
import { print } from "../../process/terminal.server"
import { type BenchDatabases, fillCatalogue, withBenchShop } from "../bench-databases.server"
import { type BenchProgram, memoryOf, processorTime, startShop, stopPrograms } from "../programs.server"
import { addHotProducts, addSaleBuyers, auditSale } from "./sale-shop.server"
import { simulateSale } from "./simulate-sale.server"

const PRODUCTS = 10_000
/** Milliseconds of every call to the gateway; a payment makes two, to open it and to charge the card. */
const GATEWAY_DELAY = 1_000
export const GATEWAY_TIME = 2 * GATEWAY_DELAY
const READING_TIME = 2_000
const SHOP_CORES = "0,1"
const BENCH_CORES = "2,3"

interface SaleOptions {
  processes: number
  visitors: number
  buyers: number
  /** Of each of three products */
  units: number
  seconds: number
}

export type SaleMeasurement = Awaited<ReturnType<typeof measureSale>>

interface SaleShop {
  shop: Shop
  settings: Record<string, string>
  folder: string
}

export function withSaleShop<T>(databases: BenchDatabases, work: (saleShop: SaleShop) => Promise<T>): Promise<T> {
  const { folder } = databases
  // Keeps the load off the cores of the shop and its database, where the system can
  const { pid } = findPostmaster(clusterData(folder)) ?? {}
  const isApart = pid && availableParallelism() >= 4 && pin(pid, SHOP_CORES) && pin(process.pid, BENCH_CORES)
  print(isApart ? "The shop and PostgreSQL have cores 0 and 1, the visitors 2 and 3." : "All share all cores.")
  const fillAndWork = async (shop: Shop, settings: Record<string, string>) => {
    await fillCatalogue(shop, PRODUCTS)
    return work({ shop, settings, folder })
  }
  return withBenchShop(databases, "bench_sale", fillAndWork, {
    TRUST_PROXY: "1",
    SANDBOX_DELAY_MS: String(GATEWAY_DELAY),
    METRICS_TOKEN: "a-token-for-the-bench",
  })
}

export async function measureSale({ shop, settings, folder }: SaleShop, options: SaleOptions) {
  const { processes, visitors, seconds, units } = options
  const products = await addHotProducts(shop, units)
  const buyers = await addSaleBuyers(shop, options.buyers, settings.SESSION_SECRET ?? "")
  const programs: BenchProgram[] = []
  while (programs.length < processes) programs.push(await startShop(folder, settings))
  for (const { pid } of programs) pin(pid, SHOP_CORES)
  const before = programs.map(({ pid }) => processorTime(pid) ?? 0)
  const ownBefore = process.cpuUsage()
  const urls = programs.map(({ url }) => url)
  const seen = await simulateSale({ urls, products, buyers, visitors, seconds, readingTime: READING_TIME })
  const own = process.cpuUsage(ownBefore)
  const measureShop = async ({ pid, url }: BenchProgram, index: number) => ({
    /** Cores in use, on average */
    processor: ((processorTime(pid) ?? 0) - (before[index] ?? 0)) / 1_000 / seen.seconds,
    /** Megabytes; `null` without /proc */
    memory: memoryOf(pid, "VmHWM"),
    ...(await readPoolWaits(url, settings.METRICS_TOKEN ?? "")),
  })
  const shops = await Promise.all(programs.map(measureShop))
  await stopPrograms()
  const load = (own.user + own.system) / 1e6 / seen.seconds
  return { ...options, ...seen, shops, load, audit: await auditSale(shop, products, units) }
}

/** How often a connection was waited for, and for longer than a tenth of a second. */
async function readPoolWaits(url: string, token: string) {
  const response = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })
  const lines = (await response.text()).split("\n").map((line) => line.split(" "))
  const read = (series: string) => Number(lines.find(([name]) => name === series)?.[1])
  const poolWaits = read("counter_pool_wait_seconds_count")
  return { poolWaits, longPoolWaits: poolWaits - read('counter_pool_wait_seconds_bucket{le="0.1"}') }
}

/** `taskset` is a part of util-linux. Children inherit it. */
function pin(pid: number, cores: string): boolean {
  return spawnSync("taskset", ["--all-tasks", "--cpu-list", "--pid", cores, String(pid)]).status === 0
}
