import { currencies, formatRoundMoney } from "../format-money"
import type { Cents } from "../money"
import { formatRate } from "./bill"
import { rulesAt } from "./local-rules"
import { quote } from "./quote"
import { type PricingRules, STANDARD_CLASS } from "./rules"
import { cheapestMethod, offeredMethods } from "./shipping-methods"

/** One unit of a product, sent within the shop's home zone */
export function shippingNote(rules: PricingRules, price: Cents, now: Date): string {
  const { shipping, shippingMethod } = quote([{ price, quantity: 1 }], rulesAt(rules, rules.home, now))
  if (!shippingMethod) return "Shipping is shown in the cart"
  if (shipping.price === 0) return "Free shipping"
  const amount = `Shipping ${formatRoundMoney(shipping.price, rules.currency)}`
  const method = offeredAtHome(rules, now)
  return method?.freeAbove == null
    ? amount
    : `${amount}, free on orders over ${formatRoundMoney(method.freeAbove, rules.currency)}`
}

/** What pages of text say; empty where there is nothing to say */
export function termsOf(rules: PricingRules, now: Date) {
  const { currency, taxes } = rules
  const local = rulesAt(rules, rules.home, now)
  const method = offeredAtHome(rules, now)
  return {
    currency: currencies[currency].name,
    taxesIncluded: taxes.included,
    taxRate: local.taxes
      .ratesOf(STANDARD_CLASS)
      .map(({ rate }) => formatRate(rate))
      .join(" and "),
    shippingPrice: method ? formatRoundMoney(method.price, currency) : "",
    freeShippingAbove: method?.freeAbove == null ? "" : formatRoundMoney(method.freeAbove, currency),
  }
}

/** The cheapest method of the home zone, with its price for the least parcel */
function offeredAtHome(rules: PricingRules, now: Date) {
  const { methods } = rulesAt(rules, rules.home, now)
  const offered = cheapestMethod(offeredMethods(methods, { goods: 0, grams: 0 }))
  const method = methods.find(({ id }) => id === offered?.id)
  return offered && method ? { price: offered.price, freeAbove: method.freeAbove } : null
}
