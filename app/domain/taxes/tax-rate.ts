import { placeKey } from "~/domain/pricing/places"
import { PERCENT, shippedTaxClasses, type TaxRate, type TaxRules, ZERO_CLASS } from "~/domain/pricing/rules"

export const MAX_RATES = 2_000
export const TOO_MANY_RATES = `A shop has at most ${MAX_RATES.toLocaleString("en-US")} rates: please shorten the file`
/** The limit of a file in characters */
export const MAX_CSV = 60_000
export const TOO_LONG_CSV = `At most ${MAX_CSV.toLocaleString("en-US")} characters: please import them in parts`

const taxClassNames = new Map(Object.entries({ standard: "Standard", reduced: "Reduced", zero: "Zero: no tax" }))

export function taxClassName(taxClass: string): string {
  return taxClassNames.get(taxClass) ?? taxClass
}

/** The second of two rates with one key replaces the first. */
export function rateKey({ place, name, taxClass, from }: TaxRate): string {
  return [placeKey(place), name, taxClass, from ?? ""].join("|")
}

/** Parses `19`, `8.875` or `5,5 %` as millionths; returns null for anything else. */
export function parseRate(text: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,4}))?$/.exec(text.replace("%", "").trim())
  if (!match) return null
  const rate = Number(match[1]) * PERCENT + Number((match[2] ?? "").padEnd(4, "0"))
  return rate <= 100 * PERCENT ? rate : null
}

export function percentText(rate: number): string {
  return String(rate / PERCENT)
}

/** Classes of products, and of rates except for the untaxed class */
export function isShippedClass(taxClass: string): boolean {
  return (shippedTaxClasses as readonly string[]).includes(taxClass)
}

export function classesWithRates({ classes }: Pick<TaxRules, "classes">): string[] {
  return [...shippedTaxClasses.filter((taxClass) => taxClass !== ZERO_CLASS), ...classes]
}
