import { describe, expect, test } from "vitest"
import { chargedTotals } from "~/domain/checkout/api/charged-totals"
import fc from "~/testing/fast-check"
import {
  centsToText,
  formatCents,
  formatRoundCents,
  formatShortCents,
  proportion,
  shippingFor,
  taxOn,
  toCents,
  toDollars,
  totalLines,
  totalsOf,
} from "./money"

const line = fc.record({ price: fc.integer({ min: 1, max: 2_500_000 }), quantity: fc.integer({ min: 1, max: 200 }) })
const cart = fc.array(line, { minLength: 1, maxLength: 100 })

describe("the totals of a thousand random carts", () => {
  test("are those of exact arithmetic", () => {
    fc.assert(
      fc.property(cart, (lines) => {
        const subTotal = lines.reduce((sum, { price, quantity }) => sum + BigInt(price) * BigInt(quantity), 0n)
        // A tenth of the subtotal, rounded half up to the cent.
        const tax = (subTotal * 10n * 2n + 100n) / 200n
        const shipping = subTotal > 50_000n ? 0n : 2_500n
        const exact = { subTotal, tax, shipping, total: subTotal + tax + shipping }
        const totals = Object.entries(totalsOf(lines)).map(([name, cents]) => [name, BigInt(cents)])
        expect(Object.fromEntries(totals)).toEqual(exact)
      }),
      { numRuns: 1_000 },
    )
  })

  test("do not depend on the order of the lines, nor on how they are split", () => {
    fc.assert(
      fc.property(cart, (lines) => {
        const singles = lines.flatMap(({ price, quantity }) => [
          { price, quantity: 1 },
          { price, quantity: quantity - 1 },
        ])
        expect(totalsOf([...lines].reverse())).toEqual(totalsOf(lines))
        expect(totalsOf(singles)).toEqual(totalsOf(lines))
      }),
      { numRuns: 1_000 },
    )
  })

  test("are within a cent of what a client adds up in floating point, and the tax line carries that cent", () => {
    fc.assert(
      fc.property(cart, (lines) => {
        const totals = totalsOf(lines)
        const itemPrice = lines.reduce((sum, { price, quantity }) => sum + (price / 100) * quantity, 0)
        const shippingPrice = itemPrice > 500 ? 0 : 25
        const amount = Math.round((itemPrice + shippingPrice + 0.1 * itemPrice) * 100)
        const charged = chargedTotals(totals, amount)
        expect(charged?.total).toBe(amount)
        expect((charged?.subTotal ?? 0) + (charged?.tax ?? 0) + (charged?.shipping ?? 0)).toBe(amount)
        expect(charged?.subTotal).toBe(totals.subTotal)
      }),
      { numRuns: 1_000 },
    )
  })
})

test("tax is rounded half up to the cent", () => {
  expect([4, 5, 14, 15, 1_995, 10_000].map(taxOn)).toEqual([0, 1, 1, 2, 200, 1_000])
})

test("a share of an amount is rounded half up, also where the product is no safe integer", () => {
  expect(proportion(1_000, 1, 3)).toBe(333)
  expect(proportion(1, 1, 2)).toBe(1)
  expect(proportion(99_999_999, 99_999_998, 99_999_999)).toBe(99_999_998)
  expect(proportion(0, 0, 0)).toBe(0)
})

test("shipping is free above five hundred dollars, not at them", () => {
  expect([1, 50_000, 50_001].map(shippingFor)).toEqual([2_500, 2_500, 0])
  expect(totalsOf([])).toEqual({ subTotal: 0, tax: 0, shipping: 0, total: 0 })
})

test("an amount that is off by more than a cent is not the order's", () => {
  const totals = totalsOf([{ price: 5_000, quantity: 2 }])
  expect(chargedTotals(totals, 13_502)).toBeNull()
  expect(chargedTotals(totals, 13_498)).toBeNull()
  expect(chargedTotals(totals, 13_499)).toEqual({ ...totals, tax: 999, total: 13_499 })
  expect(chargedTotals(totalsOf([{ price: 4, quantity: 1 }]), 2_503)).toBeNull()
})

test("dollars are written and read without losing a cent", () => {
  expect(formatCents(123_450)).toBe("$1,234.50")
  expect([0, 7, 99_999_999].map(formatCents)).toEqual(["$0.00", "$0.07", "$999,999.99"])
  expect(formatRoundCents(123_400)).toBe("$1,234")
  expect([0, 250_000, 123_450].map(formatShortCents)).toEqual(["$0", "$2.5K", "$1.2K"])
  expect([7, 123_450].map(centsToText)).toEqual(["0.07", "1234.50"])
  fc.assert(fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => toCents(toDollars(cents)) === cents))
  expect(["1.005", "-1", "1e3", "", "12,50", "1.2.3"].map(toCents)).toEqual([null, null, null, null, null, null])
})

test("a bill lists the subtotal, shipping, tax and the total, each in cents", () => {
  const totals = totalsOf([{ price: 10_000, quantity: 2 }])
  expect(totalLines(totals).map(({ label, amount }) => [label, amount])).toEqual([
    ["Subtotal", 20_000],
    ["Shipping", 2_500],
    ["Tax (GST)", 2_000],
    ["Total", 24_500],
  ])
})
