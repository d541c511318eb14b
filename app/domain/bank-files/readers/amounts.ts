import type { Cents } from "~/domain/money/money"

/** Amounts above this are no payments of orders, and no safe integers in cents. */
const MAX_DIGITS = 13

/** Returns an amount such as `1234.5` or `1234,50` without thousands separators in cents, exactly; null for any other text. */
export function exactCents(text: string): Cents | null {
  const found = /^(\d{1,20})(?:[.,](\d{0,5}))?$/.exec(text)
  const whole = (found?.[1] ?? "").replace(/^0+(?=\d)/, "")
  const decimals = (found?.[2] ?? "").padEnd(2, "0")
  if (!found || whole.length > MAX_DIGITS || /[1-9]/.test(decimals.slice(2))) return null
  return Number(whole) * 100 + Number(decimals.slice(0, 2))
}
