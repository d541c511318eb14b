import type { CurrencyCode } from "~/domain/money/currency"
import { type Cents, spread, sum } from "~/domain/money/money"
import {
  type AppliedDiscount,
  addedTax,
  amountOf,
  type ChargedLine,
  type Charges,
  chargesOf,
  type PricedLine,
  type Tax,
  type Totals,
} from "./charges"
import { type Discount, discountLines } from "./discounts"
import type { LocalRules } from "./local-rules"
import { type AgreedMethod, cheapestMethod, type OfferedMethod, offeredMethods } from "./shipping-methods"
import { taxLines } from "./tax-lines"

export interface Quote<Line extends PricedLine = PricedLine> extends Charges {
  currency: CurrencyCode
  lines: (Line & ChargedLine)[]
  shipping: {
    price: Cents
    /** Null if it is never free */
    missingToFree: Cents | null
    methods: OfferedMethod[]
  }
}

export interface QuoteChoice {
  /** The method's id or name; the cheapest is used for one that is not available. */
  method?: string | null
  discounts?: readonly Discount[]
  /** Charged like shipping, which it is added to */
  paymentFee?: Cents
}

/** Subtracts discounts, then adds shipping, then taxes both; rounds each tax once, half up. */
export function quote<Line extends PricedLine>(
  lines: readonly Line[],
  rules: LocalRules,
  { method: chosen, discounts = [], paymentFee = 0 }: QuoteChoice = {},
): Quote<Line> {
  const { adjustments, applied } = discountLines(lines, discounts)
  // An object literal that begins with `...line` takes four times as long.
  const adjusted = lines.map((line, at) => Object.assign({}, line, { adjustments: adjustments[at] ?? [] }))
  const amounts = adjusted.map(amountOf)
  const goods = sum(amounts)
  const methods = offeredMethods(rules.methods, { goods, grams: gramsOf(lines) })
  const cheapest = cheapestMethod(methods)
  const method = methods.find(({ id, name }) => chosen && (id === chosen || name === chosen)) ?? cheapest
  const given = freeShippingOf(discounts, applied, method, cheapest)
  const price = lines.length === 0 ? 0 : (method?.price ?? 0) - given + paymentFee
  const local = method?.pickup ? rules.pickupTaxes : rules.taxes
  const { byLine, onShipping, shippingParts } = taxLines(adjusted, amounts, price, local)
  const charged = adjusted.map((line, at) => Object.assign(line, byLine[at] ?? { taxes: [] }))
  return {
    currency: rules.currency,
    lines: charged,
    shipping: { price, missingToFree: given > 0 ? 0 : (method?.missingToFree ?? null), methods },
    ...chargesOf(charged, {
      totals: totalsOf(charged, price, onShipping),
      shippingTaxes: onShipping,
      shippingParts,
      shippingMethod: method && agreedMethod(method, rules.zone ?? "", (cheapest?.price ?? 0) - given),
      discounts: applied,
      paymentFee,
    }),
  }
}

function gramsOf(lines: readonly PricedLine[]): number {
  return sum(lines.map(({ grams = 0, quantity }) => grams * quantity))
}

/** A more expensive method costs its difference to the cheapest. */
function freeShippingOf(
  discounts: readonly Discount[],
  applied: AppliedDiscount[],
  method: OfferedMethod | null,
  cheapest: OfferedMethod | null,
): Cents {
  const which = discounts.findIndex(({ freeShipping }) => freeShipping)
  const discount = applied[which]
  if (!discount || !method || !cheapest) return 0
  discount.shipping = Math.min(method.price, cheapest.price)
  return discount.shipping
}

function agreedMethod({ id, name, days, pickup }: OfferedMethod, zone: string, standard: Cents): AgreedMethod {
  return { id, name, zone, days, pickup, standard }
}

function totalsOf(lines: readonly ChargedLine[], shipping: Cents, shippingTaxes: readonly Tax[]): Totals {
  const [subTotal, goods] = [sum(lines.map(({ price, quantity }) => price * quantity)), sum(lines.map(amountOf))]
  const tax = sum(lines.map(({ taxes }) => addedTax(taxes))) + addedTax(shippingTaxes)
  return { subTotal, discount: subTotal - goods, shipping, tax, total: goods + shipping + tax }
}

/** Tolerates one cent, because clients add in floating point; returns null if the amount differs by more. */
export function quoteAt<Line extends PricedLine>(quote: Quote<Line>, amount: Cents): Quote<Line> | null {
  const difference = amount - quote.totals.total
  if (difference === 0) return quote
  const tax = quote.taxes.find(({ included }) => !included)
  if (!tax || Math.abs(difference) > 1) return null
  const isSame = ({ name, rate }: Tax) => name === tax.name && rate === tax.rate
  const taxed = quote.lines.filter(({ taxes }) => taxes.some(isSame))
  const before = sum(taxed.flatMap(({ taxes }) => taxes.filter(isSame).map((part) => part.amount)))
  if (taxed.length === 0 || before + difference < 0) return null
  const parts = spread(before + difference, taxed.map(amountOf))
  const lines = quote.lines.map((line) => {
    const part = parts[taxed.indexOf(line)]
    const taxes =
      part === undefined ? line.taxes : line.taxes.map((one) => (isSame(one) ? { ...one, amount: part } : one))
    return { ...line, taxes }
  })
  const totals = totalsOf(lines, quote.totals.shipping, quote.shippingTaxes)
  return { ...quote, ...chargesOf(lines, { ...quote, totals }), lines }
}
