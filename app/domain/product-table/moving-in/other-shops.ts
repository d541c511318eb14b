import { Gtin } from "~/domain/catalog/variants/variant-record"
import { cleanCode, cleanNumber } from "~/domain/text/clean-code"

/** Returns the cells that are not empty. */
export function filled<Key extends string>(
  cells: Partial<Record<Key, string | undefined>>,
): Partial<Record<Key, string>> {
  const entries = Object.entries<string | undefined>(cells)
  return Object.fromEntries(entries.filter(([, cell]) => cell !== undefined && cell.trim() !== "")) as never
}

/**
 * Negative stock, as of oversold products, becomes 0. The ambiguous `1.000` may be a thousand, and is left for a
 * message.
 */
export function unitsOf(text: string | undefined): string {
  const units = cleanNumber(text ?? "").replace(/\.(?:0|00|0000)$/, "")
  return units === "" || units.startsWith("-") ? "0" : units
}

/** Returns "" for a barcode that is no GTIN. */
export function gtinOf(text: string | undefined): string {
  const digits = cleanNumber(text ?? "").replaceAll(/[\s'\p{Pd}]/gu, "")
  return Gtin.safeParse(digits).success ? digits : ""
}

/** Returns "" unless the amount is above the price. */
export function compareAtPriceOf(text: string | undefined, price: string | undefined): string {
  return Number(cleanNumber(text ?? "")) > Number(cleanNumber(price ?? "")) ? (text ?? "") : ""
}

/** Removes the quote that keeps leading zeros in spreadsheets. */
export function skuOf(text: string | undefined): string {
  return cleanCode(text ?? "").replace(/^'/, "")
}

const GRAMS = { g: 1, kg: 1_000, lb: 453.592_37, lbs: 453.592_37, oz: 28.349_523_125 } as const
type WeightUnit = keyof typeof GRAMS

const DECIMAL = /^(?:\d{1,9}(?:\.\d{0,12})?|\.\d{1,12})$/

/**
 * Returns whole grams, at least one; empty for no weight, and the text unchanged if it is not a number. In grams, the
 * ambiguous `1.000` is left for a message.
 */
export function gramsOf(text: string | undefined, unit: WeightUnit = "g"): string {
  const weight = cleanNumber(text ?? "")
  if (!DECIMAL.test(weight) || (unit === "g" && /\.\d{3}$/.test(weight))) return weight
  const amount = Number(weight)
  return amount === 0 ? "" : String(Math.max(1, Math.round(amount * GRAMS[unit])))
}

export function distinct(addresses: readonly (string | undefined)[]): string[] {
  return [...new Set(addresses.flatMap((address) => address?.trim() || []))]
}

/** Splits a taxonomy such as `Clothing > Shirts > Tees`, the most specific first. */
export function categoriesOf(text: string | undefined): string[] {
  return (text ?? "")
    .split(">")
    .map((name) => name.trim())
    .filter((name) => name !== "")
    .reverse()
}
