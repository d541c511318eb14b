import { currencies, formatRoundMoney } from "../format-money"
import type { Cents } from "../money"
import { formatRate } from "./bill"
import { quote } from "./quote"
import type { PricingRules } from "./rules"

export function shippingNote(rules: PricingRules, price: Cents): string {
  if (quote([{ price, quantity: 1 }], rules).shipping.price === 0) return "Free shipping"
  const { shippingPrice, freeShippingAbove } = termsOf(rules)
  return `Shipping ${shippingPrice}, free on orders over ${freeShippingAbove}`
}

export function termsOf({ currency, taxes, shipping }: PricingRules) {
  return {
    currency: currencies[currency].name,
    taxRate: taxes.map(({ rate }) => formatRate(rate)).join(" and "),
    shippingPrice: formatRoundMoney(shipping.price, currency),
    freeShippingAbove: formatRoundMoney(shipping.freeAbove, currency),
  }
}
