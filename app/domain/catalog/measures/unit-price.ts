import type { Day } from "~/domain/days/days"
import type { Cents } from "~/domain/money/money"
import { type Measure, type MeasureBase, measureUnits } from "./measure"
import type { UnitPrice } from "./shown-unit-price"

/** What the law of a country says about the price of a unit */
interface UnitPriceLaw {
  /** The units that it names */
  bases: readonly MeasureBase[]
  /** Prices below this are shown in tenths of a cent; null if it says nothing. */
  tenthsBelow: Cents | null
  since: Day
  source: string
}

/** Leaves other units to custom: contents in pieces have a price per piece. */
const directive: UnitPriceLaw = {
  bases: ["kg", "l", "m", "m2", "m3"],
  tenthsBelow: null,
  since: "2000-03-18",
  source: "Directive 98/6/EC, article 2(b)",
}

/** Countries whose law says more than the directive, which holds for all others, as law or as good custom */
export const unitPriceLaws: Readonly<Record<string, UnitPriceLaw>> = {
  // Until then, 100 g and 100 ml were allowed for small packages.
  DE: { ...directive, since: "2022-05-28", source: "Preisangabenverordnung, § 5(1)" },
  // The schedule with 10 g, 100 g and the like has gone.
  GB: {
    bases: ["kg", "l", "m", "m2", "m3", "piece"],
    tenthsBelow: 100,
    since: "2026-04-06",
    source: "Price Marking Order 2004, articles 1(2) and 13, as amended by SI 2024/1055",
  },
}

export const unitPriceLawOf = (country: string): UnitPriceLaw => unitPriceLaws[country] ?? directive

/**
 * Returns the price of a kilogram, litre and so on from the price of one unit that is sold; null if its contents are not
 * known. Rounds once, half up.
 * @param country of the shop
 * @param withTenths false for a price that has no decimals, such as in JSON
 */
export function unitPriceOf(price: Cents, measure: Measure, country: string, withTenths = true): UnitPrice | null {
  const { measureAmount, measureUnit } = measure
  if (measureAmount === null || measureUnit === null) return null
  const { base, inBase } = measureUnits[measureUnit]
  const rounded = (parts: bigint) => {
    const [part, whole] = [BigInt(price) * BigInt(inBase) * 1_000n * parts, BigInt(measureAmount)]
    return Number((2n * part + whole) / (2n * whole))
  }
  const { tenthsBelow } = unitPriceLawOf(country)
  const tenths = rounded(10n)
  const hasTenths = withTenths && tenthsBelow !== null && tenths < 10 * tenthsBelow
  return { price: hasTenths ? tenths / 10 : rounded(1n), per: base }
}
