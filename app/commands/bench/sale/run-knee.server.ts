import type { BenchDatabases } from "../bench-databases.server"
import { figure } from "../figures"
import { missedAims } from "./describe-sale"
import { measureSale, type SaleMeasurement, withSaleShop } from "./measure-sale.server"

/** Buyers a second */
const STEP = 4
const MOST = 60
const SECONDS = 30
const VISITORS_PER_BUYER = 10

/** Raises the number of buyers a second until one process misses an aim. */
export async function runKnee(databases: BenchDatabases, say: (line: string) => void) {
  return withSaleShop(databases, say, async (saleShop) => {
    const steps: (SaleMeasurement & { rate: number; missed: string[] })[] = []
    for (let rate = STEP; rate <= MOST; rate += STEP) {
      const buyers = rate * SECONDS
      const visitors = buyers * VISITORS_PER_BUYER
      // Enough for everybody: a refusal is quicker than an order.
      const step = await measureSale(saleShop, { processes: 1, visitors, buyers, units: buyers, seconds: SECONDS })
      const missed = missedAims(step)
      steps.push({ ...step, rate, missed })
      say(describeStep(rate, step, missed))
      if (missed.length > 0) break
    }
    const held = steps.filter(({ missed }) => missed.length === 0).at(-1)?.rate ?? 0
    say(`\nOne process keeps up with ${held} buyers a second, and ${held * VISITORS_PER_BUYER} visitors.`)
    return { held, steps }
  })
}

function describeStep(rate: number, { orders, requests, shops, load }: SaleMeasurement, missed: readonly string[]) {
  const of = (wanted: string) => figure(requests.find(({ kind }) => kind === wanted)?.p95 ?? 0)
  return `${rate} buyers a second: ${orders} orders; p95 of a page ${of("page")} ms, of a personal page ${of("personal page")}, of a payment ${of("payment")}; cores ${shops[0]?.processor.toFixed(2)}, visitors' ${load.toFixed(2)}. Missed: ${missed.join(", ") || "nothing"}.`
}
