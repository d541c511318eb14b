import { withCommas } from "~/domain/text/with-commas"
import type { Cents } from "./money"

export const currencies = {
  USD: { symbol: "$", name: "US dollars" },
} as const

export type CurrencyCode = keyof typeof currencies

export const DEFAULT_CURRENCY: CurrencyCode = "USD"

export function formatMoney(cents: Cents, currency: CurrencyCode): string {
  const [whole = "", rest] = centsToText(Math.abs(cents)).split(".")
  return `${cents < 0 ? "-" : ""}${currencies[currency].symbol}${withCommas(Number(whole))}.${rest}`
}

/** Formats `123450` as `$1.2K`. */
export function formatShortMoney(cents: Cents, currency: CurrencyCode): string {
  const [size, letter] = cents < 100_000 ? [100, ""] : cents < 100_000_000 ? [100_000, "K"] : [100_000_000, "M"]
  return `${currencies[currency].symbol}${withCommas(Math.round((10 * cents) / size) / 10)}${letter}`
}

export function formatRoundMoney(cents: Cents, currency: CurrencyCode): string {
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
  const match = /^\s*\$?(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(String(dollarsText))
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"))
}
