import { spawnSync } from "node:child_process"
import { availableParallelism } from "node:os"
import { clusterData } from "~db/embedded/cluster"
import { findPostmaster } from "~db/embedded/postmaster"
import { print } from "../../process/terminal.server"
import { type Bench, openBenchShop } from "../open-bench.server"
import { type BenchProgram, memoryOf, processorTime, SHOP_PROGRAM, startProgram } from "../programs.server"
import { addHotProducts, addSaleBuyers, auditSale } from "./sale-shop.server"
import { type SimulatedSale, simulateSale } from "./simulate-sale.server"

const PRODUCTS = 10_000
/** Milliseconds of every call to the gateway; a payment makes two, to open it and to charge the card. */
const GATEWAY_DELAY = 1_000
const GATEWAY_TIME = 2 * GATEWAY_DELAY
const READING_TIME = 2_000
const SHOP_CORES = "0,1"
const BENCH_CORES = "2,3"
const METRICS_TOKEN = "a-token-for-the-bench"
/** Milliseconds at the 95th percentile, and megabytes */
const AIMS = { request: 1_000, payment: 5_000 + GATEWAY_TIME, memory: 300 }

interface SaleOptions {
  processes: number
  visitors: number
  buyers: number
  /** Of each of three products */
  units: number
  seconds: number
}

export type SaleMeasurement = Awaited<ReturnType<typeof measureSale>>
type SaleShop = Awaited<ReturnType<typeof openSaleShop>>

export async function openSaleShop(bench: Bench) {
  // Keeps the load off the cores of the shop and its database, where the system can
  const { pid } = findPostmaster(clusterData(bench.folder)) ?? {}
  const isApart = pid && availableParallelism() >= 4 && pin(pid, SHOP_CORES) && pin(process.pid, BENCH_CORES)
  print(isApart ? "The shop and PostgreSQL have cores 0 and 1, the visitors 2 and 3." : "All share all cores.")
  const { shop, settings } = await openBenchShop(bench, "bench_sale", { products: PRODUCTS })
  const env = { ...settings, TRUST_PROXY: "1", SANDBOX_DELAY_MS: String(GATEWAY_DELAY), METRICS_TOKEN }
  return {
    shop,
    settings,
    async startProcess() {
      const program = await startProgram(bench, SHOP_PROGRAM, "shop", env)
      pin(program.pid, SHOP_CORES)
      return program
    },
  }
}

export async function measureSale({ shop, settings, startProcess }: SaleShop, options: SaleOptions) {
  const { processes, visitors, seconds, units } = options
  const products = await addHotProducts(shop, units)
  const buyers = await addSaleBuyers(shop, options.buyers, settings.SESSION_SECRET)
  const programs: BenchProgram[] = []
  while (programs.length < processes) programs.push(await startProcess())
  const before = programs.map(({ pid }) => processorTime(pid))
  const ownBefore = process.cpuUsage()
  const urls = programs.map(({ url }) => url)
  const seen = await simulateSale({ urls, products, buyers, visitors, seconds, readingTime: READING_TIME })
  const own = process.cpuUsage(ownBefore)
  const measureShop = async ({ pid, url }: BenchProgram, index: number) => ({
    process: index + 1,
    /** Cores in use, on average */
    processor: (processorTime(pid) - (before[index] ?? 0)) / 1_000 / seen.seconds,
    /** Megabytes at the peak */
    memory: memoryOf(pid, "VmHWM"),
    ...(await readPoolWaits(url)),
  })
  const shops = await Promise.all(programs.map(measureShop))
  for (const { stop } of programs) await stop()
  const load = (own.user + own.system) / 1e6 / seen.seconds
  const audit = await auditSale(shop, products, units)
  return { ...options, ...seen, shops, load, audit, missed: missedAims(seen, shops, audit) }
}

/** How often a connection was waited for, and for longer than a tenth of a second. */
async function readPoolWaits(url: string) {
  const response = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
  const lines = (await response.text()).split("\n").map((line) => line.split(" "))
  const read = (series: string) => Number(lines.find(([name]) => name === series)?.[1])
  const poolWaits = read("counter_pool_wait_seconds_count")
  return { poolWaits, longPoolWaits: poolWaits - read('counter_pool_wait_seconds_bucket{le="0.1"}') }
}

function missedAims(
  { requests, failures }: SimulatedSale,
  shops: readonly { memory: number }[],
  { oversold, violations }: Awaited<ReturnType<typeof auditSale>>,
): string[] {
  const slow = requests.filter(({ kind, p95 }) => p95 > (kind === "payment" ? AIMS.payment : AIMS.request))
  return [
    ...slow.map(({ kind, p95 }) => `${kind} p95 ${p95.toFixed(0)} ms`),
    ...(failures > 0 ? [`${failures} failures`] : []),
    ...(shops.some(({ memory }) => memory > AIMS.memory) ? ["memory"] : []),
    ...(oversold > 0 || violations.length > 0 ? ["books"] : []),
  ]
}

/** `taskset` is a part of util-linux. Children inherit it. */
function pin(pid: number, cores: string): boolean {
  return spawnSync("taskset", ["--all-tasks", "--cpu-list", "--pid", cores, String(pid)]).status === 0
}
