import type { Day } from "~/domain/days/days"
import { currencies } from "~/domain/money/currency"
import { formatRoundMoney } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import { formatRate, shippingLabel } from "~/domain/pricing/bill"
import { homeOf, type LocalRules, rulesAt } from "~/domain/pricing/local-rules"
import { quote } from "~/domain/pricing/quote"
import { type PricingRules, STANDARD_CLASS } from "~/domain/pricing/rules"
import { cheapestMethod, offeredMethods } from "~/domain/pricing/shipping-methods"

/** An example: one unit of a product, sent within the shop's home zone by the cheapest method */
export function shippingNote(rules: PricingRules, unit: { price: Cents; grams: number }, day: Day): string {
  const local = rulesAt(rules, homeOf(rules), day)
  const { shipping, shippingMethod } = quote([{ ...unit, quantity: 1 }], local)
  if (!shippingMethod) return "Shipping is shown in the cart"
  const place = rules.zones.length > 1 ? ` to ${local.zone}` : ""
  if (shipping.price === 0) return shippingMethod.pickup ? shippingLabel(shippingMethod) : `Free shipping${place}`
  const amount = `${shippingLabel(shippingMethod)}${place} ${formatRoundMoney(shipping.price, rules.currency)}`
  const freeAbove = freeAboveOf(local, shippingMethod)
  return freeAbove === null ? amount : `${amount}, free on orders over ${formatRoundMoney(freeAbove, rules.currency)}`
}

/** Returns the placeholders of text pages; empty where a rule does not apply. */
export function termsOf(rules: PricingRules, day: Day) {
  const { currency, taxes } = rules
  const local = rulesAt(rules, homeOf(rules), day)
  const method = cheapestMethod(offeredMethods(local.methods, { goods: 0, grams: 0 }))
  const freeAbove = method && freeAboveOf(local, method)
  return {
    currency: currencies[currency].name,
    taxesIncluded: taxes.included,
    taxRate: local.taxes
      .ratesOf(STANDARD_CLASS)
      .map(({ rate }) => formatRate(rate))
      .join(" and "),
    shippingPrice: method ? formatRoundMoney(method.price, currency) : "",
    freeShippingAbove: freeAbove === null ? "" : formatRoundMoney(freeAbove, currency),
  }
}

function freeAboveOf({ methods }: LocalRules, { id }: { id: string }): Cents | null {
  return methods.find((method) => method.id === id)?.freeAbove ?? null
}
