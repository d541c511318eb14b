import { type Cents, proportion, sum } from "~/domain/money/money"
import type { AgreedMethod } from "./shipping-methods"

export interface AppliedDiscount {
  id: string
  label: string
  /** Subtracted from the goods */
  amount: Cents
  shipping: Cents
}

/** A discount is negative. */
export interface Adjustment {
  label: string
  amount: Cents
}

export interface Tax {
  name: string
  rate: number
  amount: Cents
  /** Whether the price contains it */
  included?: true
}

/**
 * The reason why a part is untaxed: its tax class never is taxed, no rate applies at its place, or shipping is untaxed.
 */
export type UntaxedReason = "class" | "place" | "shipping"

export type PartTax = Pick<Tax, "name" | "rate" | "amount">

/** Goods or shipping with the same taxes */
export interface TaxedPart {
  /** The net amount, whether or not prices contain taxes */
  net: Cents
  taxes: PartTax[]
  untaxedReason?: UntaxedReason
}

export interface PricedLine {
  price: Cents
  quantity: number
  taxClass?: string
  /** The price of one unit */
  grams?: number
}

export interface ChargedLine extends PricedLine {
  adjustments: Adjustment[]
  taxes: Tax[]
  /** Absent if it is taxed; null too if the order is from before reasons were stored */
  untaxedReason?: UntaxedReason | null
}

export interface Totals {
  subTotal: Cents
  discount: Cents
  shipping: Cents
  /** Excludes tax that prices contain */
  tax: Cents
  /** `subTotal - discount + shipping + tax`. */
  total: Cents
}

/** The agreed amounts of an order as a whole */
export interface Agreement {
  totals: Totals
  shippingTaxes: Tax[]
  /** The net base of each tax on shipping; null for orders from before it was stored */
  shippingParts: TaxedPart[] | null
  /** Null if no method is available, and for orders from before there was a choice */
  shippingMethod: AgreedMethod | null
  discounts: AppliedDiscount[]
  /** The fee of cash on delivery, which `totals.shipping` includes; absent without one */
  paymentFee?: Cents
}

export interface Charges extends Agreement {
  adjustments: Adjustment[]
  /** Taxes on goods and shipping */
  taxes: Tax[]
}

/** The amount after discounts, without tax that is added */
export function amountOf({ price, quantity, adjustments }: PricedLine & Partial<ChargedLine>): Cents {
  let amount = price * quantity
  for (const adjustment of adjustments ?? []) amount += adjustment.amount
  return amount
}

export function addedTax(taxes: readonly Tax[]): Cents {
  let amount = 0
  for (const tax of taxes) if (!tax.included) amount += tax.amount
  return amount
}

export function includedTax(taxes: readonly Tax[]): Cents {
  return sum(taxes.map(({ amount }) => amount)) - addedTax(taxes)
}

export function chargesOf(
  lines: readonly Pick<ChargedLine, "adjustments" | "taxes">[],
  { totals, shippingTaxes, shippingParts, shippingMethod, discounts, paymentFee = 0 }: Agreement,
): Charges {
  const taxes = new Map<string, Tax>()
  const add = (tax: Tax) => {
    const key = `${tax.name} ${tax.rate}`
    const known = taxes.get(key)
    if (known) known.amount += tax.amount
    else taxes.set(key, { ...tax })
  }
  for (const line of lines) line.taxes.forEach(add)
  shippingTaxes.forEach(add)
  return {
    adjustments: adjustmentsOf(lines),
    taxes: [...taxes.values()],
    totals,
    shippingTaxes,
    shippingParts,
    shippingMethod,
    discounts,
    ...(paymentFee > 0 && { paymentFee }),
  }
}

function adjustmentsOf(lines: readonly Pick<ChargedLine, "adjustments">[]): Adjustment[] {
  const amounts = new Map<string, Cents>()
  for (const { adjustments } of lines) {
    for (const { label, amount } of adjustments) amounts.set(label, amount + (amounts.get(label) ?? 0))
  }
  return Array.from(amounts, ([label, amount]) => ({ label, amount }))
}

/** Net amounts: goods - discount + tax + shipping is the total, whether or not prices contain the tax. */
export function netTotals({ totals, taxes, shippingTaxes }: Pick<Charges, "totals" | "taxes" | "shippingTaxes">) {
  const included = includedTax(taxes)
  const ofShipping = includedTax(shippingTaxes)
  const paid = totals.subTotal - totals.discount
  const left = paid - (included - ofShipping)
  const discount = paid === 0 ? totals.discount : proportion(totals.discount, left, paid)
  return { goods: left + discount, discount, tax: totals.tax + included, shipping: totals.shipping - ofShipping }
}
