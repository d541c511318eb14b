import { UNCOUNTED_STOCK } from "./stock"

/** The units of a variant as its row has them */
export interface StoredUnits {
  stock: number
  /** The sum of its movements while it is sold without counting, else null */
  uncountedUnits: number | null
}

interface UnitChange {
  stock?: number
  stockSeen?: number
  uncounted?: boolean
}

export interface UnitsAfter {
  uncounted: boolean
  stock: number
  /** The change of the sum of its movements */
  units: number
}

export const NO_UNITS = "Please enter the stock, or sell without counting"

/**
 * Returns the units after a change, or null if the units of a variant that is counted from now on are missing. Another
 * stock than `UNCOUNTED_STOCK` without a word about counting starts counting.
 */
export function unitsAfter(before: StoredUnits, { stock, stockSeen, uncounted }: UnitChange): UnitsAfter | null {
  const { uncountedUnits } = before
  const staysUncounted = uncountedUnits !== null && (stock === undefined || stock === UNCOUNTED_STOCK)
  if (uncounted ?? staysUncounted) return { uncounted: true, stock: UNCOUNTED_STOCK, units: 0 }
  if (uncountedUnits !== null)
    return stock === undefined ? null : { uncounted: false, stock, units: stock - uncountedUnits }
  const units = stock === undefined ? 0 : stock - (stockSeen ?? before.stock)
  return { uncounted: false, stock: before.stock + units, units }
}
