/** Money is integer cents everywhere inside the shop; dollars exist only in `Price` and in the public JSON. */
export type Cents = number

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
export const SMALLEST_TOTAL: Cents = 50
export const LARGEST_TOTAL: Cents = 99_999_999

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

/** `123450` as `$1,234.50`. */
export function formatCents(cents: Cents): string {
  return dollars.format(cents / 100)
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" })

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
