import { Gtin } from "~/domain/catalog/variants/variant-changes"

/** Returns cells without those that are empty. */
export function filled<Key extends string>(
  cells: Partial<Record<Key, string | undefined>>,
): Partial<Record<Key, string>> {
  const entries = Object.entries<string | undefined>(cells)
  return Object.fromEntries(entries.filter(([, cell]) => cell !== undefined && cell.trim() !== "")) as never
}

/** Negative stock, as of oversold products, is 0. */
export function unitsOf(text: string | undefined): string {
  const units = (text ?? "").trim().replace(/\.0{1,4}$/, "")
  return units === "" || units.startsWith("-") ? "0" : units
}

/** Returns "" for a barcode that is no GTIN. */
export function gtinOf(text: string | undefined): string {
  const digits = (text ?? "").replaceAll(/[\s'-]/g, "")
  return Gtin.safeParse(digits).success ? digits : ""
}

/** Returns "" unless it is above the price. */
export function compareAtPriceOf(text: string | undefined, price: string | undefined): string {
  return Number(text) > Number(price) ? (text ?? "") : ""
}

/** Removes the quote that keeps leading zeros in spreadsheets. */
export function skuOf(text: string | undefined): string {
  return (text ?? "").trim().replace(/^'/, "")
}

const GRAMS = { g: 1, kg: 1_000, lb: 453.592_37, lbs: 453.592_37, oz: 28.349_523_125 } as const
type WeightUnit = keyof typeof GRAMS

/** Whole grams, at least one; empty for no weight, and as it is if it is no number. */
export function gramsOf(text: string | undefined, unit: WeightUnit = "g"): string {
  const amount = Number(text?.trim() || 0)
  if (amount === 0) return ""
  return Number.isFinite(amount) ? String(Math.max(1, Math.round(amount * GRAMS[unit]))) : (text ?? "")
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
