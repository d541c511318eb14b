import type { BenchDatabases } from "../bench-databases.server"
import type { BenchOptions } from "../bench-options"
import { describeSale } from "./describe-sale"
import { measureSale, type SaleMeasurement, withSaleShop } from "./measure-sale.server"

/** Quarters of the buyers: three products in carts of two lines are enough for three of eight. */
const UNITS_PER_BUYER = 1 / 4

export async function runSale(
  databases: BenchDatabases,
  { sale, visitors, buyers }: Pick<BenchOptions, "sale" | "visitors" | "buyers">,
  say: (line: string) => void,
): Promise<SaleMeasurement[]> {
  return withSaleShop(databases, say, async (saleShop) => {
    const results: SaleMeasurement[] = []
    for (const processes of [1, 2]) {
      const units = Math.ceil(buyers * UNITS_PER_BUYER)
      const result = await measureSale(saleShop, { processes, visitors, buyers, units, seconds: (sale ?? 1) * 60 })
      say(describeSale(result))
      results.push(result)
    }
    return results
  })
}
