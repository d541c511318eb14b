import { type Cents, proportion, spread, sum } from "~/domain/money/money"
import { type Adjustment, type AppliedDiscount, amountOf, type PricedLine } from "./charges"

/** Percentages are of what earlier discounts leave; the caller has checked every condition. */
export interface Discount {
  id: string
  label: string
  /** Millionths, taken off each line */
  percent?: number
  /** Spread over the lines in proportion */
  amount?: Cents
  /** Takes off what the cheapest delivery costs */
  freeShipping?: boolean
  /** Indexes of lines; all if absent */
  lines?: readonly number[]
}

/** A discount as it is kept with an order; both amounts are positive. */
interface Discounted {
  /** By line */
  adjustments: Adjustment[][]
  applied: AppliedDiscount[]
}

export function discountLines(lines: readonly PricedLine[], discounts: readonly Discount[]): Discounted {
  const adjustments: Adjustment[][] = lines.map(() => [])
  const applied = discounts.map((discount) => {
    const at = (discount.lines ?? lines.map((_, place) => place)).filter((place) => place < lines.length)
    const left = at.map((place) => amountOf({ ...lineAt(lines, place), adjustments: adjustments[place] ?? [] }))
    const parts = partsOf(discount, left)
    for (const [which, part] of parts.entries()) {
      if (part > 0) adjustments[at[which] ?? 0]?.push({ label: discount.label, amount: -part })
    }
    return { id: discount.id, label: discount.label, amount: sum(parts), shipping: 0 }
  })
  return { adjustments, applied }
}

function partsOf({ percent = 0, amount = 0 }: Discount, left: readonly Cents[]): Cents[] {
  if (amount > 0) return spread(Math.min(amount, sum(left)), left)
  return left.map((cents) => Math.min(cents, proportion(cents, percent, 1_000_000)))
}

function lineAt(lines: readonly PricedLine[], place: number): PricedLine {
  return lines[place] ?? { price: 0, quantity: 0 }
}
