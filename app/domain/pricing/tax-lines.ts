import { type Cents, proportion, spread, sum } from "~/domain/money/money"
import type { PricedLine, Tax, TaxedPart, UntaxedReason } from "./charges"
import type { LocalTaxes } from "./local-rules"
import { STANDARD_CLASS, type TaxRate, ZERO_CLASS } from "./rules"
import { MILLION, taxedPart } from "./taxed-parts"

interface LineTaxes {
  taxes: Tax[]
  untaxedReason?: UntaxedReason
}

interface Taxed {
  byLine: LineTaxes[]
  onShipping: Tax[]
  shippingParts: TaxedPart[]
}

/** One rate, with all its bases */
interface Base {
  name: string
  rate: number
  /** Millionths of the net price that the amounts are */
  whole: number
  amounts: Cents[]
  owners: Tax[][]
}

/** Computes each rate once on the sum of its lines, and spreads it over them and over the shipping. */
export function taxLines(
  lines: readonly PricedLine[],
  amounts: readonly Cents[],
  shipping: Cents,
  local: LocalTaxes,
): Taxed {
  const byLine: Tax[][] = lines.map(() => [])
  const bases = new Map<string, Base>()
  const basesOfClass = new Map<string, Base[]>()
  for (const [at, { taxClass = STANDARD_CLASS }] of lines.entries()) {
    const known = basesOfClass.get(taxClass) ?? findBases(bases, local.ratesOf(taxClass), local)
    basesOfClass.set(taxClass, known)
    for (const base of known) addTo(base, amounts[at] ?? 0, byLine[at] ?? [])
  }
  const parts = shippingByClass(lines, amounts, shipping, local).map((part) => {
    const taxes: Tax[] = []
    const rates = ratesOnShipping(part.taxClass, local)
    for (const base of findBases(bases, rates, local)) addTo(base, part.amount, taxes)
    return { ...part, taxes }
  })
  for (const base of bases.values()) spreadTax(base, local.included)
  return {
    byLine: lines.map(({ taxClass = STANDARD_CLASS }, at) => lineTaxes(byLine[at] ?? [], taxClass)),
    onShipping: parts.flatMap(({ taxes }) => taxes),
    shippingParts: parts.map(({ taxClass, amount, taxes }) => {
      const isTaxedAsGoods = taxClass === null || local.ratesOf(taxClass).length > 0
      return taxedPart(amount, taxes, isTaxedAsGoods ? "shipping" : reasonOf(taxClass))
    }),
  }
}

function lineTaxes(taxes: Tax[], taxClass: string): LineTaxes {
  return taxes.length > 0 ? { taxes } : { taxes, untaxedReason: reasonOf(taxClass) }
}

const reasonOf = (taxClass: string): UntaxedReason => (taxClass === ZERO_CLASS ? "class" : "place")

function ratesOnShipping(taxClass: string | null, local: LocalTaxes): readonly TaxRate[] {
  return taxClass === null ? [] : local.ratesOf(taxClass).filter((rate) => rate.onShipping)
}

/** Rates of one name and percentage are merged across classes, unless others are contained next to them. */
function findBases(bases: Map<string, Base>, rates: readonly TaxRate[], { included }: LocalTaxes): Base[] {
  const whole = MILLION + (included ? sum(rates.map(({ rate }) => rate)) : 0)
  return rates.map(({ name, rate }) => {
    const key = `${name} ${rate} ${whole}`
    const base = bases.get(key) ?? { name, rate, whole, amounts: [], owners: [] }
    bases.set(key, base)
    return base
  })
}

function addTo({ amounts, owners }: Base, amount: Cents, owner: Tax[]): void {
  amounts.push(amount)
  owners.push(owner)
}

function spreadTax({ name, rate, whole, amounts, owners }: Base, included: boolean): void {
  const parts = spread(proportion(sum(amounts), rate, whole), amounts)
  for (const [at, owner] of owners.entries()) {
    const tax = { name, rate, amount: parts[at] ?? 0 }
    owner.push(included ? { ...tax, included: true } : tax)
  }
}

/**
 * Shipping is taxed like the goods: in proportion to the goods of each class; without a class where shipping is untaxed
 */
function shippingByClass(
  lines: readonly PricedLine[],
  amounts: readonly Cents[],
  shipping: Cents,
  { shipping: rule }: LocalTaxes,
): { taxClass: string | null; amount: Cents }[] {
  if (shipping === 0) return []
  if (rule === "none") return [{ taxClass: null, amount: shipping }]
  if (rule !== "like-goods") return [{ taxClass: rule.taxClass, amount: shipping }]
  const goods = new Map<string, Cents>()
  for (const [at, { taxClass = STANDARD_CLASS }] of lines.entries()) {
    goods.set(taxClass, (goods.get(taxClass) ?? 0) + (amounts[at] ?? 0))
  }
  const parts = spread(shipping, [...goods.values()])
  return [...goods.keys()].map((taxClass, at) => ({ taxClass, amount: parts[at] ?? 0 }))
}
