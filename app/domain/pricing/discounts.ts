import { type Cents, proportion, spread, sum } from "~/domain/money/money"
import type { Adjustment, AppliedDiscount, PricedLine } from "./charges"

/** Percentages apply to what earlier discounts leave; the caller has checked every condition. */
export interface Discount {
  id: string
  label: string
  /** The rate in millionths, subtracted from each line */
  percent?: number
  /** Spread over the lines in proportion */
  amount?: Cents
  /** Subtracts the cost of the cheapest delivery */
  freeShipping?: boolean
  /** The indexes of the lines; all if absent */
  lines?: readonly number[]
}

/** A discount as stored with an order; both amounts are positive. */
interface Discounted {
  /** Amounts by line */
  adjustments: Adjustment[][]
  applied: AppliedDiscount[]
}

export function discountLines(lines: readonly PricedLine[], discounts: readonly Discount[]): Discounted {
  const adjustments: Adjustment[][] = lines.map(() => [])
  let left = lines.map(({ price, quantity }) => price * quantity)
  const applied = discounts.map(({ id, label, lines: chosen, ...off }) => {
    const parts = partsOf(
      off,
      left.map((cents, place) => (!chosen || chosen.includes(place) ? cents : 0)),
    )
    for (const [place, part] of parts.entries()) {
      if (part > 0) adjustments[place]?.push({ label, amount: -part })
    }
    left = left.map((cents, place) => cents - (parts[place] ?? 0))
    return { id, label, amount: sum(parts), shipping: 0 }
  })
  return { adjustments, applied }
}

function partsOf({ percent = 0, amount = 0 }: Pick<Discount, "percent" | "amount">, left: readonly Cents[]): Cents[] {
  if (amount > 0) return spread(Math.min(amount, sum(left)), left)
  return left.map((cents) => Math.min(cents, proportion(cents, percent, 1_000_000)))
}
