import { describe, expect, test } from "vitest"
import { random } from "~/demo/random"
import { type Cents, sum } from "~/domain/money/money"
import fc from "~/testing/hostile/fast-check"
import { billLines, formatRate } from "./bill"
import { amountOf, chargesOf, type PricedLine } from "./charges"
import { rulesAt } from "./local-rules"
import { quote, quoteAt } from "./quote"
import { defaultRules } from "./rules"

const atHome = rulesAt(defaultRules, defaultRules.home, "2026-12-24")

/** The specification's rules: ten percent on top, $25.00 for shipping, free above $500.00. */
function specified(lines: readonly PricedLine[]) {
  const subTotal = lines.reduce((sum, line) => sum + line.price * line.quantity, 0)
  const tax = Math.floor((subTotal + 5) / 10)
  const shipping = lines.length === 0 || subTotal > 50_000 ? 0 : 2_500
  return { subTotal, discount: 0, shipping, tax, total: subTotal + tax + shipping }
}

/** A cart, mostly of few lines, and sometimes of any size up to the limit */
function basketOf(next: () => number): PricedLine[] {
  const lines = next() < 0.01 ? 1 + Math.floor(next() * 100) : 1 + Math.floor(next() * 4)
  const highest = 10 ** (2 + Math.floor(next() * 5))
  return Array.from({ length: lines }, () => {
    return { price: 1 + Math.floor(next() * highest), quantity: 1 + Math.floor(next() * 9) }
  })
}

test("a million carts cost what the specification says, and the shares of their lines add up", () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const next = random(seed)
      for (let count = 0; count < 1_000; count++) {
        const basket = basketOf(next)
        const { totals, lines } = quote(basket, atHome)
        const exact = specified(basket)
        const shared = lines.reduce((sum, { taxes }) => sum + (taxes[0]?.amount ?? 0), 0)
        if (totals.total === exact.total && totals.tax === exact.tax && shared === exact.tax) continue
        expect({ basket, totals, shared }).toEqual({ basket, totals: exact, shared: exact.tax })
      }
    }),
    { numRuns: 1_000 },
  )
})

const line = fc.record({ price: fc.integer({ min: 1, max: 2_500_000 }), quantity: fc.integer({ min: 1, max: 200 }) })
const cart = fc.array(line, { minLength: 1, maxLength: 100 })
/** Up to three taxes, with rates as precise as possible */
const rules = fc.record({
  taxes: fc.array(fc.integer({ min: 0, max: 300_000 }), { maxLength: 3 }),
  shipping: fc.record({ price: fc.nat(10_000), freeAbove: fc.nat(100_000_000) }),
})

/** The default rules with other taxes and another price of shipping */
function rulesWith({ taxes, shipping }: { taxes: number[]; shipping: { price: Cents; freeAbove: Cents } }) {
  const rates = taxes.flatMap((rate, which) =>
    defaultRules.taxes.rates.map((one) => ({ ...one, name: `Tax ${which}`, rate })),
  )
  const zones = defaultRules.zones.map((zone) => ({
    ...zone,
    methods: zone.methods.map((method) => {
      return { ...method, steps: [{ from: 0, to: null, price: shipping.price }], freeAbove: shipping.freeAbove }
    }),
  }))
  return rulesAt({ ...defaultRules, zones, taxes: { ...defaultRules.taxes, rates } }, defaultRules.home, "2026-12-24")
}

describe("a thousand random carts under random rules", () => {
  test("cost what exact arithmetic says", () => {
    fc.assert(
      fc.property(cart, rules, (lines, rules) => {
        const subTotal = lines.reduce((sum, { price, quantity }) => sum + BigInt(price) * BigInt(quantity), 0n)
        const taxes = rules.taxes.map((rate) => (subTotal * BigInt(rate) * 2n + 1_000_000n) / 2_000_000n)
        const tax = taxes.reduce((sum, amount) => sum + amount, 0n)
        const shipping = subTotal > BigInt(rules.shipping.freeAbove) ? 0n : BigInt(rules.shipping.price)
        const { totals } = quote(lines, rulesWith(rules))
        const exact = { subTotal, discount: 0n, shipping, tax, total: subTotal + shipping + tax }
        expect(Object.fromEntries(Object.entries(totals).map(([name, cents]) => [name, BigInt(cents)]))).toEqual(exact)
      }),
      { numRuns: 1_000 },
    )
  })

  test("have lines whose shares add up to each tax, each within a cent of its exact value", () => {
    fc.assert(
      fc.property(cart, rules, (lines, rules) => {
        const { lines: charged, taxes, totals } = quote(lines, rulesWith(rules))
        for (const [which, { rate, amount }] of taxes.entries()) {
          const shares = charged.map((line) => line.taxes[which]?.amount ?? 0)
          expect(sum(shares)).toBe(amount)
          for (const [at, share] of shares.entries()) {
            const exact = (amountOf(charged[at] ?? { price: 0, quantity: 0, adjustments: [] }) * rate) / 1_000_000
            expect(Math.abs(share - exact)).toBeLessThanOrEqual(1.000001)
          }
        }
        expect(sum(charged.map(amountOf)) + totals.shipping + totals.tax).toBe(totals.total)
      }),
      { numRuns: 500 },
    )
  })

  test("do not depend on the order of the lines, nor on how they are split", () => {
    fc.assert(
      fc.property(cart, rules, (lines, rules) => {
        const singles = lines.flatMap(({ price, quantity }) => [
          { price, quantity: 1 },
          { price, quantity: quantity - 1 },
        ])
        const { totals } = quote(lines, rulesWith(rules))
        expect(quote([...lines].reverse(), rulesWith(rules)).totals).toEqual(totals)
        expect(quote(singles, rulesWith(rules)).totals).toEqual(totals)
      }),
      { numRuns: 500 },
    )
  })

  test("are within a cent of a floating-point sum, and the tax carries that cent", () => {
    fc.assert(
      fc.property(cart, (lines) => {
        const quoted = quote(lines, atHome)
        const itemPrice = lines.reduce((sum, { price, quantity }) => sum + (price / 100) * quantity, 0)
        const shippingPrice = itemPrice > 500 ? 0 : 25
        const amount = Math.round((itemPrice + shippingPrice + 0.1 * itemPrice) * 100)
        const charged = quoteAt(quoted, amount)
        const { subTotal = 0, shipping = 0, tax = 0, total } = charged?.totals ?? {}
        expect(total).toBe(amount)
        expect(subTotal + shipping + tax).toBe(amount)
        expect(subTotal).toBe(quoted.totals.subTotal)
        expect(sum(charged?.lines.map((line) => line.taxes[0]?.amount ?? 0) ?? [])).toBe(tax)
      }),
      { numRuns: 1_000 },
    )
  })
})

const one = (price: Cents) => quote([{ price, quantity: 1 }], atHome)

test("tax is rounded half up to the cent", () => {
  expect([4, 5, 14, 15, 1_995, 10_000].map((price) => one(price).totals.tax)).toEqual([0, 1, 1, 2, 200, 1_000])
})

test("shipping is free above, not at, five hundred dollars, and the missing amount is named", () => {
  expect([1, 50_000, 50_001].map((price) => one(price).shipping)).toMatchObject([
    { price: 2_500, missingToFree: 50_000 },
    { price: 2_500, missingToFree: 1 },
    { price: 0, missingToFree: 0 },
  ])
  expect(quote([], atHome).totals).toEqual({ subTotal: 0, discount: 0, shipping: 0, tax: 0, total: 0 })
})

test("an amount that differs by more than a cent is refused", () => {
  const quoted = quote([{ price: 5_000, quantity: 2 }], atHome)
  expect(quoteAt(quoted, 13_502)).toBeNull()
  expect(quoteAt(quoted, 13_498)).toBeNull()
  expect(quoteAt(quoted, 13_499)).toMatchObject({
    totals: { tax: 999, total: 13_499 },
    lines: [{ taxes: [{ amount: 999 }] }],
  })
  expect(quoteAt(one(4), 2_503)).toBeNull()
})

test("the total follows from the lines alone", () => {
  const lines = [
    { adjustments: [{ label: "Spring", amount: -200 }], taxes: [{ name: "GST", rate: 100_000, amount: 80 }] },
    { adjustments: [{ label: "Spring", amount: -100 }], taxes: [{ name: "GST", rate: 100_000, amount: 40 }] },
    { adjustments: [], taxes: [{ name: "GST", rate: 50_000, amount: 7 }] },
  ]
  const totals = { subTotal: 1_640, discount: 300, shipping: 2_500, tax: 127, total: 3_967 }
  expect(
    billLines(
      chargesOf(lines, { totals, shippingTaxes: [], shippingParts: [], shippingMethod: null, discounts: [] }),
    ).map(({ label, amount, rate }) => [label, amount, rate]),
  ).toEqual([
    ["Subtotal", 1_640, undefined],
    ["Spring", -300, undefined],
    ["Shipping", 2_500, undefined],
    ["Tax (GST)", 120, 100_000],
    ["Tax (GST)", 7, 50_000],
    ["Total", 3_967, undefined],
  ])
  expect([100_000, 88_750].map(formatRate)).toEqual(["10 %", "8.875 %"])
})
