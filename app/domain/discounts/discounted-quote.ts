import { currencies } from "~/domain/money/currency"
import { formatMoney } from "~/domain/money/format-money"
import type { PricedLine } from "~/domain/pricing/charges"
import type { Discount } from "~/domain/pricing/discounts"
import type { LocalRules } from "~/domain/pricing/local-rules"
import { type Quote, type QuoteChoice, quote } from "~/domain/pricing/quote"
import type { DiscountRule } from "./discount-record"
import { type BasketLine, placesOf } from "./eligibility"

interface EligibleDiscounts {
  /** Only the best one applies. */
  automatic: readonly DiscountRule[]
  code: DiscountRule | null
}

/** Applies the best automatic discount first; a code with a percentage applies to the remaining amount. */
export function quoteDiscounted<Line extends PricedLine & BasketLine>(
  lines: readonly Line[],
  rules: LocalRules,
  { automatic, code }: EligibleDiscounts,
  { method, paymentFee }: Pick<QuoteChoice, "method" | "paymentFee">,
): Quote<Line> {
  const quoted = (rules_: readonly DiscountRule[]): Candidate<Line> => {
    const discounts = rules_.map((rule) => toDiscount(rule, lines))
    return { discounts, quote: quote(lines, rules, { method, paymentFee, discounts }) }
  }
  const entered = code ? [code] : []
  let best = quoted(entered)
  for (const rule of automatic) {
    const other = quoted([rule, ...entered])
    if (isBetter(other.quote, best.quote)) best = other
  }
  const paid = reduceLast(best, (discounts) => {
    return { discounts, quote: quote(lines, rules, { method, paymentFee, discounts }) }
  })
  return { ...paid, discounts: paid.discounts.filter(({ amount, shipping }) => amount + shipping > 0) }
}

/** Compares totals, because a discount on the goods can make shipping more expensive or impossible. */
export function isBetter(quote: Quote, other: Quote): boolean {
  const [isShipped, isOtherShipped] = [quote.shippingMethod !== null, other.shippingMethod !== null]
  return isShipped === isOtherShipped ? quote.totals.total < other.totals.total : isShipped
}

interface Candidate<Line extends PricedLine> {
  discounts: Discount[]
  quote: Quote<Line>
}

/** Returns a sentence if the total was raised to the least amount that a card can be charged, else null. */
export function noteOfDiscounts({ totals, discounts, currency }: Pick<Quote, "totals" | "discounts" | "currency">) {
  const { leastTotal } = currencies[currency]
  if (totals.total !== leastTotal || discounts.length === 0) return null
  return `Cards cannot be charged less than ${formatMoney(leastTotal, currency)}, so this amount remains to be paid.`
}

/** Reduces the last discount until the total can be charged to a card, which is not possible for a few cents. */
function reduceLast<Line extends PricedLine>(
  { discounts, quote: quoted }: Candidate<Line>,
  quoteWith: (discounts: Discount[]) => Candidate<Line>,
): Quote<Line> {
  const last = discounts.at(-1)
  if (!last || !isTooLittle(quoted)) return quoted
  const others = discounts.slice(0, -1)
  const taken = quoted.discounts.at(-1)?.amount ?? 0
  const { id, label, lines } = last
  const lessBy = (cents: number) => quoteWith([...others, { id, label, lines, amount: taken - cents }]).quote
  // Binary search for the fewest cents, because the total rises with them.
  let [least, most] = [1, Math.min(taken - 1, 2 * currencies[quoted.currency].leastTotal)]
  while (least < most) {
    const middle = Math.floor((least + most) / 2)
    if (isTooLittle(lessBy(middle))) least = middle + 1
    else most = middle
  }
  const given = taken > 1 ? lessBy(least) : quoted
  return isTooLittle(given) ? reduceLast(quoteWith(others), quoteWith) : given
}

function isTooLittle({ totals, lines, currency }: Pick<Quote, "totals" | "lines" | "currency">): boolean {
  return lines.length > 0 && totals.total > 0 && totals.total < currencies[currency].leastTotal
}

function toDiscount(rule: DiscountRule, lines: readonly BasketLine[]): Discount {
  const { id, name: label, kind, percent, amount } = rule
  if (kind === "shipping") return { id, label, freeShipping: true }
  const isPartial = rule.categories.length > 0 || rule.products.length > 0
  const target = isPartial ? { lines: placesOf(rule, lines) } : {}
  return kind === "percent"
    ? { id, label, percent: percent ?? 0, ...target }
    : { id, label, amount: amount ?? 0, ...target }
}
