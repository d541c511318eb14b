import { type Cents, proportion, spread, sum } from "~/domain/money/money"
import type { PricedLine, Tax } from "./charges"
import type { LocalTaxes } from "./local-rules"
import { STANDARD_CLASS, type TaxRate } from "./rules"

interface TaxedParts {
  byLine: Tax[][]
  onShipping: Tax[]
}

/** One rate, with everything that it is charged on */
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
): TaxedParts {
  const byLine: Tax[][] = lines.map(() => [])
  const onShipping: Tax[] = []
  const bases = new Map<string, Base>()
  const basesOfClass = new Map<string, Base[]>()
  for (const [at, { taxClass = STANDARD_CLASS }] of lines.entries()) {
    const known = basesOfClass.get(taxClass) ?? findBases(bases, local.ratesOf(taxClass), local)
    basesOfClass.set(taxClass, known)
    for (const base of known) addTo(base, amounts[at] ?? 0, byLine[at] ?? [])
  }
  for (const { taxClass, amount } of shippingByClass(lines, amounts, shipping, local)) {
    const rates = local.ratesOf(taxClass).filter((rate) => rate.onShipping)
    for (const base of findBases(bases, rates, local)) addTo(base, amount, onShipping)
  }
  for (const base of bases.values()) spreadTax(base, local.included)
  return { byLine, onShipping }
}

/** Rates of one name and height are one, of whatever class, unless others are contained beside them. */
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

const MILLION = 1_000_000

function spreadTax({ name, rate, whole, amounts, owners }: Base, included: boolean): void {
  const parts = spread(proportion(sum(amounts), rate, whole), amounts)
  for (const [at, owner] of owners.entries()) {
    const tax = { name, rate, amount: parts[at] ?? 0 }
    owner.push(included ? { ...tax, included: true } : tax)
  }
}

/** Like the goods: in proportion to what the goods of each class come to */
function shippingByClass(
  lines: readonly PricedLine[],
  amounts: readonly Cents[],
  shipping: Cents,
  { shipping: rule }: LocalTaxes,
): { taxClass: string; amount: Cents }[] {
  if (rule === "none" || shipping === 0) return []
  if (rule !== "like-goods") return [{ taxClass: rule.taxClass, amount: shipping }]
  const goods = new Map<string, Cents>()
  for (const [at, { taxClass = STANDARD_CLASS }] of lines.entries()) {
    goods.set(taxClass, (goods.get(taxClass) ?? 0) + (amounts[at] ?? 0))
  }
  const parts = spread(shipping, [...goods.values()])
  return [...goods.keys()].map((taxClass, at) => ({ taxClass, amount: parts[at] ?? 0 }))
}
