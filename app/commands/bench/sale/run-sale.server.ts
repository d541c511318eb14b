import { print } from "../../process/terminal.server"
import type { BenchDatabases } from "../bench-databases.server"
import type { BenchOptions } from "../bench-options"
import { figure, markdownTable } from "../figures"
import { GATEWAY_TIME, measureSale, type SaleMeasurement, withSaleShop } from "./measure-sale.server"

/** Milliseconds at the 95th percentile, of a payment without the gateway's own time */
const AIMS = { page: 1_000, payment: 5_000, megabytes: 300 }
/** Quarters of the buyers: three products in carts of two lines are enough for three of eight. */
const UNITS_PER_BUYER = 1 / 4

type People = Pick<BenchOptions, "visitors" | "buyers">

export function runSale(databases: BenchDatabases, { visitors, buyers }: People, minutes: number) {
  return withSaleShop(databases, async (saleShop) => {
    const results: SaleMeasurement[] = []
    for (const processes of [1, 2]) {
      const units = Math.ceil(buyers * UNITS_PER_BUYER)
      results.push(await measureSale(saleShop, { processes, visitors, buyers, units, seconds: minutes * 60 }))
      print(describeSale(results.at(-1) as SaleMeasurement))
    }
    return results
  })
}

/** Of the knee: buyers a second */
const STEP = 4
const MOST = 60
const SECONDS = 30
const VISITORS_PER_BUYER = 10

/** Raises the number of buyers a second until one process misses an aim. */
export function runKnee(databases: BenchDatabases) {
  return withSaleShop(databases, async (saleShop) => {
    const steps: (SaleMeasurement & { rate: number; missed: string[] })[] = []
    for (let rate = STEP; rate <= MOST && !steps.at(-1)?.missed.length; rate += STEP) {
      const buyers = rate * SECONDS
      const visitors = buyers * VISITORS_PER_BUYER
      // Enough for everybody: a refusal is quicker than an order.
      const step = await measureSale(saleShop, { processes: 1, visitors, buyers, units: buyers, seconds: SECONDS })
      const missed = missedAims(step)
      steps.push({ ...step, rate, missed })
      const of = (wanted: string) => figure(step.requests.find(({ kind }) => kind === wanted)?.p95 ?? 0)
      print(
        `${rate} buyers a second: ${step.orders} orders; p95 of a page ${of("page")} ms, of a personal page ${of("personal page")}, of a payment ${of("payment")}; cores ${step.shops[0]?.processor.toFixed(2)}, visitors' ${step.load.toFixed(2)}. Missed: ${missed.join(", ") || "nothing"}.`,
      )
    }
    const held = steps.findLast(({ missed }) => missed.length === 0)?.rate ?? 0
    print(`\nOne process keeps up with ${held} buyers a second, and ${held * VISITORS_PER_BUYER} visitors.`)
    return { held, steps }
  })
}

function describeSale(sale: SaleMeasurement): string {
  const { processes, visitors, buyers, units, seconds, audit } = sale
  const reasons = Object.entries(sale.without).map(([reason, count]) => `${count} ${reason}`)
  const cores = sale.shops.map(({ processor }) => processor.toFixed(2)).join(" + ")
  const waits = sale.shops.map((shop) => `${shop.poolWaits} (${shop.longPoolWaits} above 0.1 s)`).join(" + ")
  const memory = sale.shops.map((shop) => (shop.memory === null ? "?" : Math.round(shop.memory))).join(" + ")
  const rows = sale.requests.map(({ kind, count, p50, p95, p99, statuses }) => {
    const outcomes = Object.entries(statuses).map(([status, times]) => `${times} × ${status}`)
    return [kind, String(count), figure(p50), figure(p95), figure(p99), outcomes.join(", ")]
  })
  const header = [`request (a payment with ${GATEWAY_TIME} ms of the gateway)`, "", "p50", "p95", "p99 ms", ""]
  return `
${visitors} visitors, ${buyers} buyers, three times ${units} units, ${seconds.toFixed(0)} s, processes: ${processes}.
Orders: ${audit.orders}, ${sale.orders} of them seen by their buyers. Units sold: ${audit.soldUnits.join(", ")}; oversold: ${audit.oversold}.
Broken invariants: ${audit.violations.join("; ") || "none"}. Went without: ${reasons.join(", ") || "nobody"}.
503 with Retry-After: ${sale.unavailable}; failures: ${sale.failures}.
Cores of the shop: ${cores}, of the visitors: ${sale.load.toFixed(2)}. Memory at its peak: ${memory} MB. Waits for a connection: ${waits}.
Missed: ${missedAims(sale).join(", ") || "nothing"}.

${markdownTable(header, rows)}
`
}

function missedAims({ requests, failures, shops, audit }: SaleMeasurement): string[] {
  const slow = requests.filter(({ kind, p95 }) => p95 > (kind === "payment" ? AIMS.payment + GATEWAY_TIME : AIMS.page))
  return [
    ...slow.map(({ kind, p95 }) => `${kind} p95 ${figure(p95)} ms`),
    ...(failures > 0 ? [`${failures} failures`] : []),
    ...(shops.some(({ memory }) => (memory ?? 0) > AIMS.megabytes) ? ["memory"] : []),
    ...(audit.oversold > 0 || audit.violations.length > 0 ? ["books"] : []),
  ]
}
