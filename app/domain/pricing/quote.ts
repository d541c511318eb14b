import type { CurrencyCode } from "../format-money"
import { type Cents, proportion, spread, sum } from "../money"
import type { PricingRules } from "./rules"

/** A discount is negative. */
export interface Adjustment {
  label: string
  amount: Cents
}

export interface Tax {
  name: string
  rate: number
  amount: Cents
}

export interface PricedLine {
  price: Cents
  quantity: number
}

export interface ChargedLine extends PricedLine {
  adjustments: Adjustment[]
  taxes: Tax[]
}

export interface Totals {
  subTotal: Cents
  discount: Cents
  shipping: Cents
  tax: Cents
  /** `subTotal - discount + shipping + tax`. */
  total: Cents
}

export interface Charges {
  adjustments: Adjustment[]
  taxes: Tax[]
  totals: Totals
}

export interface Quote<Line extends PricedLine = PricedLine> extends Charges {
  currency: CurrencyCode
  lines: (Line & ChargedLine)[]
  shipping: {
    price: Cents
    missingToFree: Cents
  }
}

/** Rounds each tax once, half up, and spreads it over the lines. */
export function quote<Line extends PricedLine>(lines: readonly Line[], rules: PricingRules): Quote<Line> {
  const goods = sum(lines.map(amountOf))
  const { price, freeAbove } = rules.shipping
  const isFree = lines.length === 0 || goods > freeAbove
  return charge(lines, {
    currency: rules.currency,
    shipping: { price: isFree ? 0 : price, missingToFree: Math.max(0, freeAbove + 1 - goods) },
    taxes: rules.taxes.map(({ name, rate }) => ({ name, rate, amount: proportion(goods, rate, MILLION) })),
  })
}

const MILLION = 1_000_000

/** Tolerates one cent, because clients add in floating point; returns null if the amount differs by more. */
export function quoteAt<Line extends PricedLine>(quote: Quote<Line>, amount: Cents): Quote<Line> | null {
  const difference = amount - quote.totals.total
  if (difference === 0) return quote
  const [tax, ...others] = quote.taxes
  if (!tax || Math.abs(difference) > 1 || tax.amount + difference < 0) return null
  return charge(quote.lines, { ...quote, taxes: [{ ...tax, amount: tax.amount + difference }, ...others] })
}

/** Without tax. */
export function amountOf({ price, quantity, adjustments }: PricedLine & Partial<ChargedLine>): Cents {
  let amount = price * quantity
  for (const adjustment of adjustments ?? []) amount += adjustment.amount
  return amount
}

function charge<Line extends PricedLine & Partial<ChargedLine>>(
  lines: readonly Line[],
  { currency, shipping, taxes }: Pick<Quote, "currency" | "shipping" | "taxes">,
): Quote<Line> {
  const amounts = lines.map(amountOf)
  const shares = taxes.map(({ amount }) => spread(amount, amounts))
  // A literal that begins with `...line` takes four times as long.
  const charged = lines.map((line, at) =>
    Object.assign({}, line, {
      adjustments: line.adjustments ?? [],
      taxes: taxes.map(({ name, rate }, which) => ({ name, rate, amount: shares[which]?.[at] ?? 0 })),
    }),
  )
  const goods = sum(amounts)
  const adjustments = adjustmentsOf(charged)
  const discount = 0 - sum(adjustments.map(({ amount }) => amount))
  const tax = sum(taxes.map(({ amount }) => amount))
  const totals = {
    subTotal: goods + discount,
    discount,
    shipping: shipping.price,
    tax,
    total: goods + shipping.price + tax,
  }
  return { currency, lines: charged, shipping, adjustments, taxes, totals }
}

export function chargesOf(lines: readonly Omit<ChargedLine, keyof PricedLine>[], totals: Totals): Charges {
  const taxes = new Map<string, Tax>()
  for (const { name, rate, amount } of lines.flatMap((line) => line.taxes)) {
    const key = `${name} ${rate}`
    taxes.set(key, { name, rate, amount: amount + (taxes.get(key)?.amount ?? 0) })
  }
  return { adjustments: adjustmentsOf(lines), taxes: [...taxes.values()], totals }
}

function adjustmentsOf(lines: readonly Pick<ChargedLine, "adjustments">[]): Adjustment[] {
  const amounts = new Map<string, Cents>()
  for (const { adjustments } of lines) {
    for (const { label, amount } of adjustments) amounts.set(label, amount + (amounts.get(label) ?? 0))
  }
  return Array.from(amounts, ([label, amount]) => ({ label, amount }))
}
