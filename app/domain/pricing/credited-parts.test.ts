import { describe, expect, test } from "vitest"
import { type Cents, sum } from "~/domain/money/money"
import { creditOfUnits } from "~/domain/orders/order"
import fc from "~/testing/hostile/fast-check"
import type { TaxedPart } from "./charges"
import { creditParts, creditsOf, type IssuedCredit } from "./credited-parts"
import { grossOf, mergeParts, taxRowsOf } from "./taxed-parts"

const vat = (rate: number, amount: Cents) => ({ name: "VAT", rate, amount })
const mixed: TaxedPart[] = [
  { net: 10_000, taxes: [vat(190_000, 1_900)] },
  { net: 10_000, taxes: [vat(70_000, 700)] },
]
const amount = (amount: Cents) => ({ amount, units: null })
const rows = (parts: TaxedPart[]) => taxRowsOf(parts).map(({ rate, net, amount }) => [rate / 10_000, net, amount])

describe("the credit note for an amount", () => {
  test("of two rates takes a proportional share of each, and each share contains its tax", () => {
    // 50.00 × 119 ÷ 226 = 26.327, of which 19 ÷ 119 are 4.204; 50.00 × 107 ÷ 226 = 23.673, of which 7 ÷ 107 are 1.549
    expect(rows(creditParts(amount(5_000), mixed, []))).toEqual([
      [19, 2_213, 420],
      [7, 2_212, 155],
    ])
  })

  test("of one rate adds up for any amount, and contains a sixth of it at 20 %", () => {
    const whole: TaxedPart[] = [{ net: 100_000, taxes: [vat(200_000, 20_000)] }]
    for (let cents = 1; cents < 120_000; cents += 7) {
      const [[, net = 0, tax = 0] = []] = rows(creditParts(amount(cents), whole, []))
      expect([cents, net + tax, tax]).toEqual([cents, cents, Math.round(cents / 6)])
    }
  })
})

const units = (of: TaxedPart) => ({ amount: grossOf(of), units: [{ amount: grossOf(of), taxes: of.taxes }] })
const [a, b] = mixed as [TaxedPart, TaxedPart]

test("units give back their own taxes as long as earlier refunds of amounts leave enough", () => {
  expect(creditParts(units(a), mixed, [])).toEqual([a])
  const before = creditParts(amount(5_000), mixed, [])
  const ofUnits = creditParts(units(a), mixed, before)
  expect(sum(ofUnits.map(grossOf))).toBe(11_900)
  expect(creditParts(amount(5_700), mixed, [...before, ...ofUnits]).map(grossOf)).toHaveLength(2)
})

test("refunds of units and of amounts, in any order, add up and give back everything in the end", () => {
  for (const refunds of [
    [amount(5_000), units(a), amount(5_700)],
    [units(a), units(b)],
    [units(b), amount(11_900)],
    [amount(11_900), units(b)],
    [units(a), amount(1), amount(10_699)],
  ]) {
    const before: TaxedPart[] = []
    for (const refund of refunds) {
      const parts = creditParts(refund, mixed, before)
      expect(sum(parts.map(grossOf))).toBe(refund.amount)
      before.push(...parts)
    }
    expect(new Set(rows(before))).toEqual(new Set(rows(mixed)))
  }
})

test("a unit of a cent with two taxes never gives back a negative net amount, and the last ones give back everything", () => {
  // Ten units with a cent of each tax: from the fourth to the fifth, both taxes are rounded up, and the price by a cent.
  const taxes = ["State", "County"].map((name) => ({ name, rate: 100_000, amount: 1 }))
  const line = { id: "A", name: "Pin", price: 1, quantity: 10, adjustments: [], taxes }
  const whole: TaxedPart[] = [
    { net: 10, taxes },
    { net: 10_000, taxes: [], untaxedReason: "class" },
  ]
  const before: TaxedPart[] = []
  for (const [returnedQuantity, quantity] of [
    [0, 4],
    [4, 1],
    [5, 5],
  ] as const) {
    const units = creditOfUnits([{ ...line, returnedQuantity, writtenOffQuantity: 0 }], [{ line: "A", quantity }])
    const parts = creditParts({ amount: sum(units.map(({ amount }) => amount)), units }, whole, before)
    expect(parts).toHaveLength(1)
    expect(Math.min(...parts.flatMap(({ net, taxes }) => [net, ...taxes.map(({ amount }) => amount)]))).toBe(0)
    before.push(...parts)
  }
  expect(mergeParts(before)).toEqual([whole[0]])
})

const cents = fc.integer({ min: 0, max: 500_000 })
const rates = fc.subarray(
  [
    { name: "State", rate: 57_500 },
    { name: "County", rate: 17_500 },
    { name: "VAT", rate: 190_000 },
    { name: "Zero", rate: 0 },
  ],
  { maxLength: 3 },
)
/** A part for each set of taxes, spread as an order spreads them: within some cents of their rates */
const parts = fc
  .uniqueArray(rates, { minLength: 1, maxLength: 4, selector: (taxes) => taxes.map(({ name }) => name).join() })
  .chain((sets) =>
    fc.tuple(
      ...sets.map((taxes) =>
        fc.tuple(cents, fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 3, maxLength: 3 })).map(([net, off]) => {
          const charged = taxes.map((tax, at) => {
            const amount = Math.round((net * tax.rate) / 1_000_000) + (off[at] ?? 0)
            return { ...tax, amount: Math.max(0, amount) }
          })
          return { net, taxes: charged, ...(taxes.length === 0 && { untaxedReason: "class" as const }) }
        }),
      ),
    ),
  )
  .filter((parts) => sum(parts.map(grossOf)) > 0)

/** A note from before parts were stored: rows by tax only */
const withoutParts = (note: IssuedCredit): IssuedCredit => ({
  ...note,
  parts: null,
  rows: note.rows.filter(({ name }) => name !== ""),
})

test("any history of refunds and notes adds up, is never negative, and gives back each tax to the cent", () => {
  const wanted = fc.array(fc.tuple(fc.nat(300_000), fc.boolean(), fc.boolean()), { maxLength: 8 })
  fc.assert(
    fc.property(parts, wanted, (whole, wanted) => {
      const total = sum(whole.map(grossOf))
      const refunds: { id: string; amount: Cents; units: null }[] = []
      const notes: IssuedCredit[] = []
      let left = total
      for (const [size, isIssued, isOld] of [...wanted, [total, true, false] as const]) {
        const refund = { id: String(refunds.length), amount: Math.min(left, size), units: null }
        if (refund.amount === 0) continue
        left -= refund.amount
        refunds.push(refund)
        const { parts = [] } = creditsOf(whole, refunds, notes).at(-1) ?? {}
        const note = { refundId: refund.id, total: refund.amount, lines: [], rows: taxRowsOf(parts), parts }
        if (isIssued) notes.push(isOld ? withoutParts(note) : note)
      }
      const credited = creditsOf(whole, refunds, notes)
      for (const { refund, parts } of credited) {
        expect(sum(parts.map(grossOf))).toBe(refund.amount)
        expect(parts.every(({ net, taxes }) => Math.min(net, ...taxes.map(({ amount }) => amount)) >= 0)).toBe(true)
      }
      const sums = (all: TaxedPart[]) =>
        Object.fromEntries(
          ["State", "County", "VAT", "Zero", ""].map((name) => {
            const ofName = taxRowsOf(all).filter((row) => row.name === name)
            return [name, [sum(ofName.map(({ net }) => net)), sum(ofName.map(({ amount }) => amount))]]
          }),
        )
      expect(sums(credited.flatMap(({ parts }) => parts))).toEqual(sums(whole))
    }),
    { numRuns: 2_000 },
  )
})

test("the note of a failed refund covers the same refund made again, and no other", () => {
  const line = { line: "A", quantity: 1, amount: 11_900, taxes: a.taxes }
  const note: IssuedCredit = {
    refundId: "failed",
    total: 11_900,
    lines: [{ id: "A", quantity: 1, amount: 11_900 }],
    rows: taxRowsOf([a]),
    parts: [a],
  }
  const standing = (refund: { amount: Cents; units: (typeof line)[] | null }) =>
    creditsOf(mixed, [{ id: "again", ...refund }], [note]).map(({ note, parts }) => [note !== null, rows(parts)])
  expect(standing({ amount: 11_900, units: [line] })).toEqual([[true, [[19, 10_000, 1_900]]]])
  expect(standing({ amount: 11_900, units: null })).toEqual([[true, [[19, 10_000, 1_900]]]])
  expect(standing({ amount: 11_900, units: [{ ...line, line: "B" }] })).toEqual([[false, [[19, 10_000, 1_900]]]])
  expect(standing({ amount: 10_700, units: null })[0]?.[0]).toBe(false)
})
