import { cleanNumber } from "~/domain/text/clean-code"
import { withCommas } from "~/domain/text/with-commas"
import type { CurrencyCode } from "./currency"
import type { Cents } from "./money"

export const DEFAULT_CURRENCY = "USD" satisfies CurrencyCode

const signs: Record<string, string> = { USD: "$", EUR: "€", GBP: "£" }

/** The text before an amount: `$`, or a code and a space as in `CHF 12.00` */
export function currencySign(currency: string): string {
  return signs[currency] ?? `${currency}\u00a0`
}

/** Formats `-123450` as `-$1,234.50`. */
export function formatMoney(cents: Cents, currency: string): string {
  const [whole = "", rest] = centsToText(Math.abs(cents)).split(".")
  return `${cents < 0 ? "-" : ""}${currencySign(currency)}${withCommas(Number(whole))}.${rest}`
}

/** Formats `123450` as `$1.2K`. */
export function formatShortMoney(cents: Cents, currency: string): string {
  const [size, letter] = cents < 100_000 ? [100, ""] : cents < 100_000_000 ? [100_000, "K"] : [100_000_000, "M"]
  return `${currencySign(currency)}${withCommas(Math.round((10 * cents) / size) / 10)}${letter}`
}

export function formatRoundMoney(cents: Cents, currency: string): string {
  return formatMoney(cents, currency).replace(/\.00$/, "")
}

export function centsToText(cents: Cents): string {
  return (cents / 100).toFixed(2)
}

export function toDollars(cents: Cents): number {
  return cents / 100
}

/** Returns `null` for more than two decimals. */
export function toCents(dollarsText: string | number): Cents | null {
  const match = /^[$€£]?(\d{1,9})(?:\.(\d{1,2}))?$/.exec(cleanNumber(String(dollarsText).slice(0, 100)))
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"))
}
