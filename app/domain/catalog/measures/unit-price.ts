import type { Day } from "~/domain/days/days"
import { consumerLawsOf } from "~/domain/law/consumer-law"
import type { Cents } from "~/domain/money/money"
import type { PricingRules } from "~/domain/pricing/rules"
import { type Measure, type MeasureBase, measureUnits } from "./measure"
import type { UnitPrice } from "./shown-unit-price"

/** What the law of a country says about the price of a unit */
interface UnitPriceLaw {
  /** The units that it names */
  bases: readonly MeasureBase[]
  /** Prices in this currency below the amount are shown in tenths of a cent; null if it says nothing. */
  tenths: { below: Cents; currency: string } | null
  since: Day
  source: string
}

/** Leaves other units to custom: contents in pieces have a price per piece. */
const directive: UnitPriceLaw = {
  bases: ["kg", "l", "m", "m2", "m3"],
  tenths: null,
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
    tenths: { below: 100, currency: "GBP" },
    since: "2026-04-06",
    source: "Price Marking Order 2004, articles 1(2) and 13, as amended by SI 2024/1055",
  },
}

export const unitPriceLawOf = (country: string): UnitPriceLaw => unitPriceLaws[country] ?? directive

type Offered = Pick<PricingRules, "home" | "currency"> & Parameters<typeof consumerLawsOf>[0]

/**
 * Returns the amount below which prices have tenths. An offer is made wherever the shop sends to, and all see the same
 * page, so the United Kingdom's rule holds for every shop that sells there in its currency; null for all others.
 */
export function tenthsBelow(pricing: Offered): Cents | null {
  const { tenths } = unitPriceLawOf("GB")
  return tenths && pricing.currency === tenths.currency && consumerLawsOf(pricing).includes("uk") ? tenths.below : null
}

/**
 * Returns the price of a kilogram, litre and so on from the price of one unit that is sold; null if its contents are not
 * known. Rounds once, half up.
 * @param below the amount below which it has tenths; null for a price that has no decimals, such as in JSON
 */
export function unitPriceOf(price: Cents, measure: Measure, below: Cents | null): UnitPrice | null {
  const { measureAmount, measureUnit } = measure
  if (measureAmount === null || measureUnit === null) return null
  const { base, inBase } = measureUnits[measureUnit]
  const rounded = (parts: bigint) => {
    const [part, whole] = [BigInt(price) * BigInt(inBase) * 1_000n * parts, BigInt(measureAmount)]
    return Number((2n * part + whole) / (2n * whole))
  }
  const tenths = rounded(10n)
  const hasTenths = below !== null && tenths < 10 * below
  return { price: hasTenths ? tenths / 10 : rounded(1n), per: base }
}
