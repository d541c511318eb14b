import { spawnSync } from "node:child_process"
import { availableParallelism } from "node:os"
import { clusterData } from "~db/embedded/cluster"
import { findPostmaster } from "~db/embedded/postmaster"
import { print } from "../../process/terminal.server"
import type { BenchOptions } from "../bench-options"
import { atMost, missedTargets, reported } from "../figures"
import { type Bench, openBenchShop } from "../open-bench.server"
import { memoryOf, processorTime, SHOP_PROGRAM, startProgram } from "../programs.server"
import { addHotProducts, addSaleBuyers, auditSale } from "./sale-shop.server"
import { simulateSale } from "./simulate-sale.server"

const PRODUCTS = 10_000
/** Milliseconds of every call to the gateway; a payment makes two, one to open it and one to charge the card. */
const GATEWAY_DELAY = 1_000
const READING_TIME = 2_000
const [SHOP_CORES, BENCH_CORES] = ["0,1", "2,3"]
const METRICS_TOKEN = "a-token-for-the-bench"
/** Milliseconds at the 95th percentile, and megabytes */
const LIMITS = { request: 1_000, payment: 5_000 + 2 * GATEWAY_DELAY, memory: 300 }

const VISITORS_A_MINUTE = 2_000

export async function benchSale(
  bench: Bench,
  { minutes = 10, visitors = VISITORS_A_MINUTE * minutes, buyers = Math.ceil(visitors / 10) }: BenchOptions,
) {
  const saleShop = await openSaleShop(bench)
  // With three products in carts of two lines, there is enough for three of eight buyers.
  const crowd = { visitors, buyers, units: Math.ceil(buyers / 4), seconds: minutes * 60 }
  const results = []
  for (const processes of [1, 2]) results.push(await measureSale(saleShop, processes, crowd))
  return results
}

/** The knee, in buyers per second */
const STEP = 4
const MOST = 60
const SECONDS = 30
const VISITORS_PER_BUYER = 10

/** Raises the number of buyers a second until one process misses an target. */
export async function benchKnee(bench: Bench) {
  const saleShop = await openSaleShop(bench)
  const steps: (Awaited<ReturnType<typeof measureSale>> & { rate: number })[] = []
  for (let rate = STEP; rate <= MOST && !steps.at(-1)?.missed.length; rate += STEP) {
    const buyers = rate * SECONDS
    print(`${rate} buyers a second …`)
    // There are enough units for everyone, because a refusal is quicker than an order.
    const crowd = { visitors: buyers * VISITORS_PER_BUYER, buyers, units: buyers, seconds: SECONDS }
    steps.push({ rate, ...(await measureSale(saleShop, 1, crowd)) })
  }
  const held = steps.findLast(({ missed }) => missed.length === 0)?.rate ?? 0
  print(`One process keeps up with ${held} buyers a second, and ${held * VISITORS_PER_BUYER} visitors.`)
  return { held, steps }
}

/** `units` of each of three products */
type Crowd = Record<"visitors" | "buyers" | "units" | "seconds", number>

type SaleShop = Awaited<ReturnType<typeof openSaleShop>>

async function openSaleShop(bench: Bench) {
  // Keeps the load off the cores of the shop and its database, where the system can
  const { pid } = findPostmaster(clusterData(bench.folder)) ?? {}
  const hasOwnCores = pid && availableParallelism() >= 4 && pin(pid, SHOP_CORES) && pin(process.pid, BENCH_CORES)
  print(
    hasOwnCores
      ? "The shop and PostgreSQL have cores 0 and 1, the visitors 2 and 3."
      : "The shop, PostgreSQL and the visitors share all cores.",
  )
  const { shop, settings } = await openBenchShop(bench, "bench_sale", { products: PRODUCTS })
  const env = { ...settings, TRUST_PROXY: "1", SANDBOX_DELAY_MS: String(GATEWAY_DELAY), METRICS_TOKEN }
  const start = async () => {
    const program = await startProgram(bench, SHOP_PROGRAM, "shop", env)
    if (hasOwnCores) pin(program.pid, SHOP_CORES)
    return { ...program, before: processorTime(program.pid) }
  }
  return { shop, secret: settings.SESSION_SECRET, start }
}

async function measureSale({ shop, secret, start }: SaleShop, processes: number, crowd: Crowd) {
  const products = await addHotProducts(shop, crowd.units)
  const buyers = await addSaleBuyers(shop, crowd.buyers, secret)
  const programs = await Promise.all(Array.from({ length: processes }, start))
  const urls = programs.map(({ url }) => url)
  const sale = await simulateSale({ ...crowd, urls, products, buyers, readingTime: READING_TIME })
  const shops = []
  for (const { pid, url, before, stop } of programs) {
    /** Cores in use, on average */
    const processor = (processorTime(pid) - before) / 1_000 / sale.seconds
    /** The number of waits for a connection, and of those that took longer than a tenth of a second */
    const memory = memoryOf(pid, "VmHWM")
    shops.push({ process: shops.length + 1, processor, memory, ...(await readPoolWaits(url)) })
    await stop()
  }
  const audit = await auditSale(shop, products, crowd.units)
  const limitOf = (kind: string) => (kind === "payment" ? LIMITS.payment : LIMITS.request)
  const missed = missedTargets([
    ...sale.requests.map(({ kind, p95 }) => atMost(limitOf(kind), `${kind}, p95`, p95)),
    ...shops.map(({ memory }) => atMost(LIMITS.memory, "memory", memory)),
    atMost(0, "failures", sale.failures),
    atMost(0, "units oversold", audit.oversold),
    atMost(0, "violations", audit.violations.length),
  ])
  return reported("sale", { processes, ...crowd, ...sale, shops, audit, missed })
}

/** The number of waits for a connection, and of those that took longer than a tenth of a second */
async function readPoolWaits(url: string) {
  const response = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
  const metrics = await response.text()
  const read = (series: string) => Number.parseInt(metrics.split(`\ncounter_pool_wait_seconds_${series} `)[1] ?? "", 10)
  return { poolWaits: read("count"), longPoolWaits: read("count") - read('bucket{le="0.1"}') }
}

/** `taskset` is a part of util-linux. Children inherit it. */
function pin(pid: number, cores: string): boolean {
  return spawnSync("taskset", ["--all-tasks", "--cpu-list", "--pid", cores, String(pid)]).status === 0
}
