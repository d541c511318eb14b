import { z } from "zod"
import { toDollars } from "~/domain/money/format-money"
import { type Charges, netTotals } from "~/domain/pricing/charges"
import { Dollars } from "./fields"

/** The amounts of a quote or an order: itemPrice - discountPrice + taxPrice + shippingPrice is totalPrice */
export const chargesFields = {
  currency: z.string(),
  itemPrice: Dollars,
  discountPrice: Dollars,
  discounts: z.array(z.object({ name: z.string(), amount: Dollars })),
  taxPrice: Dollars,
  taxes: z.array(z.object({ name: z.string(), rate: z.number().min(0), amount: Dollars })),
  taxIncluded: z.boolean(),
  shippingPrice: Dollars,
  shippingMethod: z.string(),
  totalPrice: Dollars,
}

export function toChargesJson(charges: Charges & { currency: string }) {
  const { currency, totals, taxes, discounts, shippingMethod } = charges
  const net = netTotals(charges)
  return {
    currency,
    itemPrice: toDollars(net.goods),
    discountPrice: toDollars(net.discount),
    discounts: discounts.map(({ label, amount, shipping }) => ({ name: label, amount: toDollars(amount + shipping) })),
    taxPrice: toDollars(net.tax),
    taxes: taxes.map(({ name, rate, amount }) => ({ name, rate: rate / 1_000_000, amount: toDollars(amount) })),
    taxIncluded: taxes.some(({ included }) => included),
    shippingPrice: toDollars(net.shipping),
    shippingMethod: shippingMethod?.name ?? "Shipping",
    totalPrice: toDollars(totals.total),
  }
}
