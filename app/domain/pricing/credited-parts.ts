import { type Cents, proportion, spread, sum } from "~/domain/money/money"
import type { PartTax, TaxedPart } from "./charges"
import {
  grossOf,
  isSameTax,
  keyOfPart,
  MILLION,
  mergeParts,
  type TaxedLine,
  type TaxRow,
  untaxedReasonOf,
} from "./taxed-parts"

/** A refund of units at their share of the order, or of an amount */
export interface Credit {
  amount: Cents
  units: readonly CreditedPart[] | null
}

interface CreditedPart {
  /** The amount with all taxes */
  amount: Cents
  taxes: readonly PartTax[]
  untaxedReason?: TaxedPart["untaxedReason"]
}

/**
 * Returns the amount of a refund by part. Units give back their own taxes as long as earlier refunds leave enough.
 * Otherwise the amount is spread over the remaining parts, and each share contains the taxes at its rates.
 * @param before the parts of earlier refunds
 */
export function creditParts(credit: Credit, whole: readonly TaxedPart[], before: readonly TaxedPart[]): TaxedPart[] {
  const rest = remainingParts(whole, before)
  const left = sum(rest.map(grossOf))
  const amount = Math.min(credit.amount, left)
  const own = partsOfUnits(credit)?.map((part) => lastPartOrRest(part, rest))
  if (own && amount < left && isWithin(own, rest)) return own
  const shares = spread(amount, rest.map(grossOf))
  const parts = rest.map((part, at) => creditPart(whole[at] ?? part, part, shares[at] ?? 0))
  return parts.filter((part) => grossOf(part) > 0)
}

/** Returns null for an amount, also for a mix of units and something else. */
export function partsOfUnits({ amount, units }: Credit): TaxedPart[] | null {
  if (!units?.length || sum(units.map((unit) => unit.amount)) !== amount) return null
  const parts = units.map(({ amount, taxes, untaxedReason }) => ({
    net: amount - sum(taxes.map((tax) => tax.amount)),
    taxes: taxes.map(({ name, rate, amount }) => ({ name, rate, amount })),
    ...(taxes.length === 0 && { untaxedReason }),
  }))
  return mergeParts(parts).map(withNetOfNothing)
}

/** If units cost less than their rounded taxes, a cent of tax is left for the following units. */
function withNetOfNothing(part: TaxedPart): TaxedPart {
  if (part.net >= 0) return part
  const amounts = spread(
    grossOf(part),
    part.taxes.map(({ amount }) => amount),
  )
  return { ...part, net: 0, taxes: part.taxes.map((tax, at) => ({ ...tax, amount: amounts[at] ?? 0 })) }
}

/** The last units of a part give back the rest of it, including the cents that earlier refunds have rounded. */
function lastPartOrRest(part: TaxedPart, rest: readonly TaxedPart[]): TaxedPart {
  const of = rest.find((one) => keyOfPart(one) === keyOfPart(part))
  return of && grossOf(of) === grossOf(part) ? of : part
}

/**
 * Returns whether the rest covers the parts.
 * @param tolerance cents by which earlier refunds may have rounded each amount
 */
export function isWithin(parts: readonly TaxedPart[], rest: readonly TaxedPart[], tolerance: Cents = 0): boolean {
  return parts.every((part) => {
    const of = rest.find((one) => keyOfPart(one) === keyOfPart(part))
    if (!of || part.net > of.net + tolerance) return false
    return part.taxes.every((tax) => tax.amount <= (of.taxes.find(isSameTax(tax))?.amount ?? 0) + tolerance)
  })
}

/** Subtracts refunded parts. A negative amount is taken from the others, so that the sum is the refundable rest. */
export function remainingParts(whole: readonly TaxedPart[], before: readonly TaxedPart[]): TaxedPart[] {
  const given = mergeParts(before)
  const rest = whole.map((part) => {
    const of = given.find((one) => keyOfPart(one) === keyOfPart(part))
    const taxes = part.taxes.map((tax) => ({
      ...tax,
      amount: tax.amount - (of?.taxes.find(isSameTax(tax))?.amount ?? 0),
    }))
    return { ...part, net: part.net - (of?.net ?? 0), taxes }
  })
  const left = sum(whole.map(grossOf)) - sum(given.map(grossOf))
  const amounts = amountsOf(rest)
  if (amounts.every((amount) => amount >= 0) && sum(amounts) === left) return rest
  const positive = amounts.map((amount) => Math.max(amount, 0))
  return withAmounts(rest, spread(Math.max(left, 0), positive))
}

const amountsOf = (parts: readonly TaxedPart[]) =>
  parts.flatMap(({ net, taxes }) => [net, ...taxes.map(({ amount }) => amount)])

function withAmounts(parts: readonly TaxedPart[], amounts: readonly Cents[]): TaxedPart[] {
  const next = amounts.values()
  const take = () => next.next().value ?? 0
  return parts.map((part) => ({ ...part, net: take(), taxes: part.taxes.map((tax) => ({ ...tax, amount: take() })) }))
}

/**
 * Gives back each tax as a running sum: the refunds so far contain its rate, and the last refund gets the remainder.
 */
function creditPart(whole: TaxedPart, rest: TaxedPart, amount: Cents): TaxedPart {
  if (amount === grossOf(rest)) return rest
  const given = grossOf(whole) - grossOf(rest) + amount
  const rates = MILLION + sum(whole.taxes.map(({ rate }) => rate))
  const wanted = rest.taxes.map(({ rate, amount: left }, at) => {
    const before = (whole.taxes[at]?.amount ?? 0) - left
    return Math.min(Math.max(proportion(given, rate, rates) - before, 0), left)
  })
  const least = Math.max(amount - rest.net, 0)
  const taxes = fitted(
    wanted,
    rest.taxes.map((tax) => tax.amount),
    { least, most: amount },
  )
  return {
    ...rest,
    net: amount - sum(taxes),
    taxes: rest.taxes.map((tax, at) => ({ ...tax, amount: taxes[at] ?? 0 })),
  }
}

/** Keeps the sum of the taxes within the amount, and the remaining taxes within the remaining net amount. */
function fitted(wanted: readonly Cents[], left: readonly Cents[], { least, most }: { least: Cents; most: Cents }) {
  const total = sum(wanted)
  if (total > most) return spread(most, wanted)
  if (total >= least) return wanted
  const more = spread(
    least - total,
    left.map((cents, at) => cents - (wanted[at] ?? 0)),
  )
  return wanted.map((cents, at) => cents + (more[at] ?? 0))
}

export interface CreditedRefund extends Credit {
  id: string
  units: readonly (CreditedPart & { line: string; quantity: number })[] | null
}

/** Adds the reasons why units are untaxed, from the order's lines. */
export function describeUnits<Unit extends CreditedPart & { line: string }>(
  units: readonly Unit[] | null,
  lines: readonly (TaxedLine & { id: string })[],
): Unit[] | null {
  if (units === null) return null
  return units.map((unit) => {
    if (unit.taxes.length > 0) return unit
    const line = lines.find(({ id }) => id === unit.line)
    return { ...unit, untaxedReason: untaxedReasonOf(line ?? {}, lines) }
  })
}

/** An issued credit note */
export interface IssuedCredit {
  refundId: string | null
  total: Cents
  lines: readonly { id: string; quantity: number; amount: Cents }[]
  rows: readonly TaxRow[]
  /** Absent in notes from before parts were stored */
  parts?: readonly TaxedPart[] | null
}

/**
 * Returns the parts that each refund of an order gives back, as stated in its credit note, issued or due. The note of a
 * refund that failed later covers the same refund made again.
 * @param refunds in the order in which notes are issued, without failed ones
 * @param notes in the order in which they were issued
 */
export function creditsOf<Refund extends CreditedRefund, Note extends IssuedCredit>(
  whole: readonly TaxedPart[],
  refunds: readonly Refund[],
  notes: readonly Note[],
): { refund: Refund; parts: TaxedPart[]; note: Note | null }[] {
  const before: TaxedPart[] = []
  const noted = new Map<string, { note: Note; parts: TaxedPart[] }>()
  const unpaid: Note[] = []
  for (const note of notes) {
    if (note.refundId === null || !refunds.some(({ id }) => id === note.refundId)) unpaid.push(note)
    else {
      const parts = partsOfNote(note, remainingParts(whole, before))
      noted.set(note.refundId, { note, parts })
      before.push(...parts)
    }
  }
  let count = noted.size
  return refunds.map((refund) => {
    const known = noted.get(refund.id)
    if (known) return { refund, ...known }
    const rest = remainingParts(whole, before)
    const note = findStanding(unpaid, refund, rest, 1 + count++)
    if (note) unpaid.splice(unpaid.indexOf(note), 1)
    const parts = note ? partsOfNote(note, rest) : creditParts(refund, whole, before)
    before.push(...parts)
    return { refund, parts, note }
  })
}

/** Matches by units or, because restocked ones cannot be refunded twice, by amount. */
function findStanding<Note extends IssuedCredit>(
  unpaid: readonly Note[],
  { amount, units }: CreditedRefund,
  rest: readonly TaxedPart[],
  tolerance: Cents,
): Note | null {
  const same = unpaid.filter((note) => note.total === amount && isWithin(partsOfNote(note, rest), rest, tolerance))
  const named = partsOfUnits({ amount, units }) === null ? [] : (units ?? [])
  const ofSameUnits = same.find(({ lines }) => isOfUnits(lines, named))
  return ofSameUnits ?? (units?.length ? undefined : same[0]) ?? null
}

function isOfUnits(lines: IssuedCredit["lines"], units: NonNullable<CreditedRefund["units"]>): boolean {
  const ofUnits = lines.filter(({ id }) => id !== "")
  return (
    ofUnits.length === units.length &&
    units.every(({ line, quantity, amount }) =>
      ofUnits.some((one) => one.id === line && one.quantity === quantity && one.amount === amount),
    )
  )
}

/** Notes without parts have correct taxes, but bases that may have counted shipping twice. */
function partsOfNote({ total, rows, parts }: IssuedCredit, rest: readonly TaxedPart[]): TaxedPart[] {
  if (parts) return [...parts]
  const taxesOf = new Map(rest.map((part) => [part, [] as PartTax[]]))
  for (const { name, rate, amount } of rows) {
    const bearing = rest.filter(({ taxes }) => taxes.some(isSameTax({ name, rate })))
    const shares = spread(
      amount,
      bearing.map(({ taxes }) => taxes.find(isSameTax({ name, rate }))?.amount ?? 0),
    )
    for (const [at, part] of bearing.entries()) taxesOf.get(part)?.push({ name, rate, amount: shares[at] ?? 0 })
  }
  const taxed = sum([...taxesOf.values()].flat().map(({ amount }) => amount))
  const nets = spread(
    total - taxed,
    rest.map(({ net }) => net),
  )
  return rest.map((part, at) => ({ ...part, net: nets[at] ?? 0, taxes: taxesOf.get(part) ?? [] }))
}
