import { type Cents, proportion, spread, sum } from "~/domain/money/money"
import {
  type Agreement,
  amountOf,
  type ChargedLine,
  includedTax,
  type PartTax,
  type Tax,
  type TaxedPart,
  type Totals,
  type UntaxedReason,
} from "./charges"

export type TaxedLine = Pick<ChargedLine, "price" | "quantity" | "adjustments" | "taxes"> & {
  untaxedReason?: UntaxedReason | null
}

export type AgreedShipping = Pick<Agreement, "shippingTaxes" | "shippingParts"> & { totals: Pick<Totals, "shipping"> }

/** Returns the parts of an order by their taxes, goods before shipping. They add up to its total. */
export function taxedPartsOf(lines: readonly TaxedLine[], agreement: AgreedShipping): TaxedPart[] {
  return mergeParts([...goodsPartsOf(lines), ...shippingPartsOf(lines, agreement)])
}

function goodsPartsOf(lines: readonly TaxedLine[]): TaxedPart[] {
  return lines.map((line) => taxedPart(amountOf(line), line.taxes, untaxedReasonOf(line, lines)))
}

/** If other lines are taxed, a line from before reasons were stored can only be of an untaxed class. */
export function untaxedReasonOf({ untaxedReason }: Partial<TaxedLine>, lines: readonly TaxedLine[]): UntaxedReason {
  return untaxedReason ?? (lines.some(({ taxes }) => taxes.length > 0) ? "class" : "place")
}

/** @param amount including contained taxes */
export function taxedPart(amount: Cents, taxes: readonly Tax[], untaxedReason: UntaxedReason): TaxedPart {
  const net = amount - includedTax(taxes)
  if (taxes.length === 0) return { net, taxes: [], untaxedReason }
  return { net, taxes: taxes.map(({ name, rate, amount }) => ({ name, rate, amount })) }
}

/** Returns the parts stored with the order or, for older orders, parts derived from its taxes. */
export function shippingPartsOf(
  lines: readonly TaxedLine[],
  { totals, shippingTaxes, shippingParts }: AgreedShipping,
): TaxedPart[] {
  if (shippingParts !== null) return shippingParts
  if (totals.shipping === 0) return []
  const taxes = mergeTaxes(shippingTaxes)
  const whole = [taxedPart(totals.shipping, taxes, "shipping")]
  const likeGoods = partsLikeGoods(lines, totals.shipping, taxes)
  const isWhole = sum(likeGoods.map(grossOf)) !== sum(whole.map(grossOf)) || errorOf(whole) < errorOf(likeGoods)
  return isWhole ? whole : likeGoods
}

/** Divides shipping in proportion to the goods with the same taxes, and each of its taxes over the parts with it. */
function partsLikeGoods(lines: readonly TaxedLine[], shipping: Cents, shippingTaxes: readonly Tax[]): TaxedPart[] {
  const goods = mergeParts(goodsPartsOf(lines))
  const isIncluded = shippingTaxes.some(({ included }) => included)
  const amounts = spread(
    shipping,
    goods.map((part) => (isIncluded ? grossOf(part) : part.net)),
  )
  const taxesOf: Tax[][] = goods.map(() => [])
  for (const tax of shippingTaxes) {
    const bearing = goods.flatMap(({ taxes }, at) => (taxes.some(isSameTax(tax)) ? [at] : []))
    const shares = spread(
      tax.amount,
      bearing.map((at) => amounts[at] ?? 0),
    )
    for (const [index, at] of bearing.entries()) taxesOf[at]?.push({ ...tax, amount: shares[index] ?? 0 })
  }
  return goods.map(({ untaxedReason = "shipping" }, at) =>
    taxedPart(amounts[at] ?? 0, taxesOf[at] ?? [], untaxedReason),
  )
}

/** Cents by which taxes differ from their rates */
function errorOf(parts: readonly TaxedPart[]): number {
  return sum(parts.flatMap(({ net, taxes }) => taxes.map(({ rate, amount }) => Math.abs(amount - taxOn(net, rate)))))
}

const taxOn = (net: Cents, rate: number) => proportion(net, rate, MILLION)

export const MILLION = 1_000_000

function mergeTaxes(taxes: readonly Tax[]): Tax[] {
  const merged: Tax[] = []
  for (const tax of taxes) {
    const known = merged.find(isSameTax(tax))
    if (known) known.amount += tax.amount
    else merged.push({ ...tax })
  }
  return merged
}

export const isSameTax = (tax: Pick<Tax, "name" | "rate">) => (other: Pick<Tax, "name" | "rate">) =>
  other.name === tax.name && other.rate === tax.rate

/** Merges parts with the same taxes, and leaves out untaxed parts of zero. */
export function mergeParts(parts: readonly TaxedPart[]): TaxedPart[] {
  const merged = new Map<string, TaxedPart>()
  for (const part of parts) {
    const key = keyOfPart(part)
    const known = merged.get(key)
    if (known) addPart(known, part)
    else merged.set(key, { ...part, taxes: part.taxes.map((tax) => ({ ...tax })) })
  }
  return [...merged.values()].filter(({ net, taxes }) => net !== 0 || taxes.length > 0)
}

export function keyOfPart({ taxes, untaxedReason }: TaxedPart): string {
  if (taxes.length === 0) return untaxedReason ?? ""
  return JSON.stringify(taxes.map(({ name, rate }) => [name, rate]).sort())
}

function addPart(part: TaxedPart, more: TaxedPart): void {
  part.net += more.net
  for (const tax of part.taxes) tax.amount += more.taxes.find(isSameTax(tax))?.amount ?? 0
}

export function grossOf({ net, taxes }: TaxedPart): Cents {
  return net + sum(taxes.map(({ amount }) => amount))
}

/** The base of one tax; without a name, the untaxed rest */
export interface TaxRow extends PartTax {
  net: Cents
  untaxedReason?: UntaxedReason
}

/** Returns a row for each tax; a base that two taxes share is in both. */
export function taxRowsOf(parts: readonly TaxedPart[]): TaxRow[] {
  const rows: TaxRow[] = []
  for (const { net, taxes, untaxedReason } of parts) {
    const charged = taxes.length > 0 ? taxes : [{ name: "", rate: 0, amount: 0 }]
    for (const { name, rate, amount } of charged) {
      const known = rows.find((row) => isSameTax(row)({ name, rate }) && row.untaxedReason === untaxedReason)
      if (!known) rows.push({ name, rate, net, amount, ...(untaxedReason && { untaxedReason }) })
      else {
        known.net += net
        known.amount += amount
      }
    }
  }
  return rows
}
