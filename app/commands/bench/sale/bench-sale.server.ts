import { print } from "../../process/terminal.server"
import type { BenchOptions } from "../bench-options"
import { report } from "../figures"
import type { Bench } from "../open-bench.server"
import { measureSale, openSaleShop, type SaleMeasurement } from "./measure-sale.server"

/** Quarters of the buyers: three products in carts of two lines are enough for three of eight. */
const UNITS_PER_BUYER = 1 / 4

type SaleOptions = Pick<BenchOptions, "sale" | "visitors" | "buyers">

export async function benchSale(bench: Bench, { sale: minutes, visitors, buyers }: SaleOptions) {
  const saleShop = await openSaleShop(bench)
  const units = Math.ceil(buyers * UNITS_PER_BUYER)
  const results: SaleMeasurement[] = []
  for (const processes of [1, 2]) {
    const sale = await measureSale(saleShop, { processes, visitors, buyers, units, seconds: (minutes ?? 0) * 60 })
    print(report("sale", sale))
    results.push(sale)
  }
  return results
}

/** Of the knee: buyers a second */
const STEP = 4
const MOST = 60
const SECONDS = 30
const VISITORS_PER_BUYER = 10

/** Raises the number of buyers a second until one process misses an aim. */
export async function benchKnee(bench: Bench) {
  const saleShop = await openSaleShop(bench)
  const steps: (SaleMeasurement & { rate: number })[] = []
  for (let rate = STEP; rate <= MOST && !steps.at(-1)?.missed.length; rate += STEP) {
    const buyers = rate * SECONDS
    const visitors = buyers * VISITORS_PER_BUYER
    // Enough for everybody: a refusal is quicker than an order.
    const step = await measureSale(saleShop, { processes: 1, visitors, buyers, units: buyers, seconds: SECONDS })
    print(report(`${rate} buyers a second`, step))
    steps.push({ rate, ...step })
  }
  const held = steps.findLast(({ missed }) => missed.length === 0)?.rate ?? 0
  print(`One process keeps up with ${held} buyers a second, and ${held * VISITORS_PER_BUYER} visitors.`)
  return { held, steps }
}
