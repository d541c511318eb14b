import { describe, expect, test } from "vitest"
import { sum } from "~/domain/money/money"
import fc from "~/testing/hostile/fast-check"
import type { CreditedUnits } from "../order"
import { amountDue, amountHeld, splitRefund } from "./offline-money"

const vat = (amount: number) => ({ name: "VAT", rate: 190_000, amount })
const unit = (line: string, amount: number, tax: number): CreditedUnits => {
  return { line, name: line, quantity: 1, amount, taxes: tax > 0 ? [vat(tax)] : [] }
}

describe("a refund of an order that is not paid online", () => {
  const unpaid = { received: 0, paidBack: 0, waived: 0 }

  test("moves no money while nothing was received", () => {
    const credited = [unit("mug", 1_190, 190)]
    expect(splitRefund(amountDue(5_000, unpaid), { amount: 1_190, credited })).toEqual([
      { amount: 1_190, credited, payout: "waived" },
    ])
    expect(amountDue(5_000, { ...unpaid, waived: 1_190 })).toBe(3_810)
  })

  test("is paid back after everything was paid", () => {
    const paid = { received: 3_810, paidBack: 0, waived: 1_190 }
    expect(splitRefund(amountDue(5_000, paid), { amount: 700, credited: null })).toEqual([
      { amount: 700, credited: null, payout: "bank" },
    ])
    expect(amountHeld(5_000, { ...paid, paidBack: 700 })).toBe(3_110)
  })

  test("first reduces the amount due, and divides units with their taxes", () => {
    const inPart = { received: 4_000, paidBack: 0, waived: 0 }
    const credited = [unit("mug", 1_190, 190), unit("book", 810, 0)]
    const [waived, bank] = splitRefund(amountDue(5_000, inPart), { amount: 2_000, credited })
    expect(waived).toMatchObject({ amount: 1_000, payout: "waived" })
    expect(bank).toMatchObject({ amount: 1_000, payout: "bank" })
    const both = [...(waived?.credited ?? []), ...(bank?.credited ?? [])]
    const of = (line: string) => both.filter((one) => one.line === line)
    expect(sum(of("mug").map(({ amount }) => amount))).toBe(1_190)
    expect(sum(of("mug").flatMap(({ taxes }) => taxes.map(({ amount }) => amount)))).toBe(190)
    expect(waived?.credited).toEqual([unit("mug", 595, 95), unit("book", 405, 0)])
  })

  test("never pays back an excess, which is not part of the order", () => {
    const tooMuch = { received: 6_000, paidBack: 0, waived: 0 }
    expect([amountDue(5_000, tooMuch), amountHeld(5_000, tooMuch)]).toEqual([0, 5_000])
  })
})

test("a refund online has one part, and one of nothing has none", () => {
  expect(splitRefund(null, { amount: 700, credited: null })).toEqual([{ amount: 700, credited: null, payout: null }])
  expect(splitRefund(null, { amount: 0, credited: null })).toEqual([])
})

test("any refunds up to the rest waive what is due and pay back what was received, to the cent", () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 3_000 }), { maxLength: 6 })
  fc.assert(
    fc.property(fc.integer({ min: 50, max: 9_000 }), fc.nat(9_000), amounts, (total, received, refunds) => {
      const money = { received: Math.min(received, total), paidBack: 0, waived: 0 }
      for (const wanted of [...refunds, total]) {
        const amount = Math.min(wanted, total - money.paidBack - money.waived)
        const parts = splitRefund(amountDue(total, money), { amount, credited: null })
        expect(sum(parts.map((part) => part.amount))).toBe(amount)
        for (const part of parts) money[part.payout === "bank" ? "paidBack" : "waived"] += part.amount
        expect(money.paidBack).toBeLessThanOrEqual(money.received)
      }
      expect([amountDue(total, money), amountHeld(total, money)]).toEqual([0, 0])
      expect(money.paidBack).toBe(money.received)
    }),
  )
})
