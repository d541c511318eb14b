import { type Cents, proportion, spread, sum } from "~/domain/money/money"
import type { CreditedUnits } from "../order"

/** The payments, refunds and waived amounts of an order that is not paid online */
export interface OfflineMoney {
  received: Cents
  /** Payouts, done or not */
  paidBack: Cents
  /** Never paid, and no longer due */
  waived: Cents
}

/** Returns the amount that the customer still has to pay. */
export function amountDue(total: Cents, { received, waived }: Pick<OfflineMoney, "received" | "waived">): Cents {
  return Math.max(0, total - waived - received)
}

/** Returns the paid amount that was not paid back, without any excess over the total. */
export function amountHeld(total: Cents, { received, paidBack, waived }: OfflineMoney): Cents {
  return Math.max(0, Math.min(received, total - waived) - paidBack)
}

export interface RefundPart {
  amount: Cents
  credited: CreditedUnits[] | null
  /** Null for a refund by the gateway */
  payout: "bank" | "waived" | null
}

/**
 * Returns the rows of a refund. One of an order that is not paid online first reduces the amount due, and pays back only
 * the rest.
 * @param due null for an order that is paid online
 */
export function splitRefund(
  due: Cents | null,
  { amount, credited }: Pick<RefundPart, "amount" | "credited">,
): RefundPart[] {
  if (amount === 0) return []
  if (due === null) return [{ amount, credited, payout: null }]
  const waived = Math.min(amount, due)
  if (waived === 0) return [{ amount, credited, payout: "bank" }]
  if (waived === amount) return [{ amount, credited, payout: "waived" }]
  const [first, second] = splitUnits(credited, [waived, amount - waived])
  return [
    { amount: waived, credited: first, payout: "waived" },
    { amount: amount - waived, credited: second, payout: "bank" },
  ]
}

/** Divides the amounts of units, so that both parts have their taxes; null unless the units cost the whole amount. */
function splitUnits(
  credited: CreditedUnits[] | null,
  [first, second]: readonly [Cents, Cents],
): [CreditedUnits[] | null, CreditedUnits[] | null] {
  if (!credited || sum(credited.map(({ amount }) => amount)) !== first + second) return [null, null]
  const shares = spread(
    first,
    credited.map(({ amount }) => amount),
  )
  const ofFirst = credited.map((unit, at) => {
    const amount = shares[at] ?? 0
    const taxes = unit.taxes.map((tax) => ({ ...tax, amount: proportion(tax.amount, amount, unit.amount) }))
    return { ...unit, amount, taxes }
  })
  const ofSecond = credited.map((unit, at) => {
    const { amount = 0, taxes = [] } = ofFirst[at] ?? {}
    const rest = unit.taxes.map((tax, of) => ({ ...tax, amount: tax.amount - (taxes[of]?.amount ?? 0) }))
    return { ...unit, amount: unit.amount - amount, taxes: rest }
  })
  const withAmount = (units: CreditedUnits[]) => units.filter(({ amount }) => amount > 0)
  return [withAmount(ofFirst), withAmount(ofSecond)]
}
