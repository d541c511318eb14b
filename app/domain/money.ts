import { withCommas } from "./with-commas"

/** Money is integer cents everywhere inside the shop; dollars exist only in this file, and in what people and clients read. */
export type Cents = number

/** Every price's; its code is ISO 4217's. */
export const CURRENCY = { code: "USD", symbol: "$", name: "US dollars" } as const

/** Tax (GST) of 10 percent, rounded half up to the cent, in integers only. */
export function taxOn(subTotal: Cents): Cents {
  return Math.floor((subTotal + 5) / 10)
}

/** Shipping is $25.00, free when the subtotal is more than $500.00. */
export function shippingFor(subTotal: Cents): Cents {
  return subTotal > FREE_SHIPPING_ABOVE ? 0 : SHIPPING_CHARGE
}

export const SHIPPING_CHARGE: Cents = 2_500
export const FREE_SHIPPING_ABOVE: Cents = 50_000
/** `amount × part ÷ whole` of whole cents, rounded half up; exact where the product is no safe integer any more. */
export function proportion(amount: Cents, part: Cents, whole: Cents): Cents {
  if (whole === 0) return 0
  return Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))
}

export const MIN_TOTAL: Cents = 50
export const MAX_TOTAL: Cents = 99_999_999

export interface Totals {
  subTotal: Cents
  tax: Cents
  shipping: Cents
  total: Cents
}

/** The totals of a basket: subtotal, 10 percent tax on it, shipping by its size. An empty basket ships nothing. */
export function totalsOf(lines: readonly { price: Cents; quantity: number }[]): Totals {
  const subTotal = lines.reduce((sum, line) => sum + line.price * line.quantity, 0)
  const tax = taxOn(subTotal)
  const shipping = lines.length === 0 ? 0 : shippingFor(subTotal)
  return { subTotal, tax, shipping, total: subTotal + tax + shipping }
}

/** The totals as they stand on a bill, in reading order; the last line is the sum. */
export function totalLines({ subTotal, shipping, tax, total }: Totals): TotalLine[] {
  return [
    { key: "subTotal", label: "Subtotal", amount: subTotal },
    { key: "shipping", label: "Shipping", amount: shipping },
    { key: "tax", label: "Tax (GST)", amount: tax },
    { key: "total", label: "Total", amount: total },
  ]
}

interface TotalLine {
  key: keyof Totals
  label: string
  amount: Cents
}

/** `123450` as `$1,234.50`. */
export function formatCents(cents: Cents): string {
  const [dollars = "", rest] = centsToText(Math.abs(cents)).split(".")
  return `${cents < 0 ? "-" : ""}${CURRENCY.symbol}${withCommas(Number(dollars))}.${rest}`
}

/** `123450` as `$1.2K`, where there is little room. */
export function formatShortCents(cents: Cents): string {
  const [size, letter] = cents < 100_000 ? [100, ""] : cents < 100_000_000 ? [100_000, "K"] : [100_000_000, "M"]
  return `${CURRENCY.symbol}${withCommas(Math.round((10 * cents) / size) / 10)}${letter}`
}

/** `123400` as `$1,234`: for amounts of whole dollars. */
export function formatRoundCents(cents: Cents): string {
  return formatCents(cents).replace(/\.00$/, "")
}

/** `123450` as `1234.50`, as it is typed into a field and written into a file. */
export function centsToText(cents: Cents): string {
  return (cents / 100).toFixed(2)
}

/** Cents as the JSON contract's number of dollars with at most two decimals. */
export function toDollars(cents: Cents): number {
  return cents / 100
}

/** Dollars as typed or sent (`"1234.5"`, `12`) as cents, or `null` when it is no amount with at most two decimals. */
export function toCents(dollarsText: string | number): Cents | null {
  const match = /^\s*\$?(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(String(dollarsText))
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"))
}
