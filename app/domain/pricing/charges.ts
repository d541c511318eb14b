import { type Cents, proportion, sum } from "~/domain/money/money"
import type { AgreedMethod } from "./shipping-methods"

export interface AppliedDiscount {
  id: string
  label: string
  /** Off the goods */
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
  /** Contained in the price, not added to it */
  included?: true
}

/** Why something is not taxed: its tax class never is, no rate holds at its place, or shipping is not taxed. */
export type UntaxedReason = "class" | "place" | "shipping"

export type PartTax = Pick<Tax, "name" | "rate" | "amount">

/** Goods or shipping that bear the same taxes */
export interface TaxedPart {
  /** Without taxes, whether prices contain them or not */
  net: Cents
  taxes: PartTax[]
  untaxedReason?: UntaxedReason
}

export interface PricedLine {
  price: Cents
  quantity: number
  taxClass?: string
  /** Of one unit */
  grams?: number
}

export interface ChargedLine extends PricedLine {
  adjustments: Adjustment[]
  taxes: Tax[]
  /** Absent if it is taxed, and null too if it was agreed before reasons were stored */
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

/** What is agreed of an order as a whole */
export interface Agreement {
  totals: Totals
  shippingTaxes: Tax[]
  /** The net amount that each tax of shipping is on; null for orders from before it was stored */
  shippingParts: TaxedPart[] | null
  /** Null if nothing is offered, and of orders from before there was a choice */
  shippingMethod: AgreedMethod | null
  discounts: AppliedDiscount[]
}

export interface Charges extends Agreement {
  adjustments: Adjustment[]
  /** On goods and shipping */
  taxes: Tax[]
}

/** With discounts, without tax that is added */
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
  { totals, shippingTaxes, shippingParts, shippingMethod, discounts }: Agreement,
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
  }
}

function adjustmentsOf(lines: readonly Pick<ChargedLine, "adjustments">[]): Adjustment[] {
  const amounts = new Map<string, Cents>()
  for (const { adjustments } of lines) {
    for (const { label, amount } of adjustments) amounts.set(label, amount + (amounts.get(label) ?? 0))
  }
  return Array.from(amounts, ([label, amount]) => ({ label, amount }))
}

/** Without tax: goods - discount + tax + shipping is the total, whether prices contain the tax or not. */
export function netTotals({ totals, taxes, shippingTaxes }: Pick<Charges, "totals" | "taxes" | "shippingTaxes">) {
  const included = includedTax(taxes)
  const ofShipping = includedTax(shippingTaxes)
  const paid = totals.subTotal - totals.discount
  const left = paid - (included - ofShipping)
  const discount = paid === 0 ? totals.discount : proportion(totals.discount, left, paid)
  return { goods: left + discount, discount, tax: totals.tax + included, shipping: totals.shipping - ofShipping }
}
