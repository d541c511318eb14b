import { describe, expect, test } from "vitest"
import { type Cents, proportion, sum } from "~/domain/money/money"
import fc from "~/testing/hostile/fast-check"
import { amountOf, type TaxedPart } from "./charges"
import { rulesAt } from "./local-rules"
import { everywhere } from "./places"
import { quote, quoteAt } from "./quote"
import { defaultRules, type PricingRules, type TaxRate, type TaxRules } from "./rules"
import { grossOf, shippingPartsOf, taxedPartsOf, taxRowsOf } from "./taxed-parts"

const here = { country: "DE", state: "", pinCode: "" }
const rate = (name: string, percent: number, more: Partial<TaxRate> = {}): TaxRate => {
  const rate = Math.round(percent * 10_000)
  return { place: everywhere, name, rate, taxClass: "standard", from: null, onShipping: true, ...more }
}
const german = [rate("VAT", 19), rate("VAT", 7, { taxClass: "reduced" })]

function rulesWith(taxes: Partial<TaxRules>, shipping: Cents): PricingRules {
  const zones = defaultRules.zones.map((zone) => ({
    ...zone,
    methods: zone.methods.map((method) => {
      return { ...method, steps: [{ from: 0, to: null, price: shipping }], freeAbove: null }
    }),
  }))
  return { ...defaultRules, zones, taxes: { ...defaultRules.taxes, shipping: "like-goods", rates: german, ...taxes } }
}

const local = (taxes: Partial<TaxRules>, shipping: Cents) => rulesAt(rulesWith(taxes, shipping), here, "2026-11-28")

const line = (price: Cents, taxClass = "standard", quantity = 1) => ({ price, quantity, taxClass })
const rows = (parts: TaxedPart[]) =>
  taxRowsOf(parts).map(({ name, rate, net, amount, untaxedReason }) => [
    untaxedReason ?? `${name} ${rate / 10_000}`,
    net,
    amount,
  ])

describe("shipping like goods of two rates", () => {
  test("is divided among them: 4.95 next to 9.99 at 19 % and 9.99 at 7 %, with prices that contain tax", () => {
    const quoted = quote([line(999), line(999, "reduced")], local({ included: true }, 495))
    // 12.47 × 19 ÷ 119 = 1.991 and 12.46 × 7 ÷ 107 = 0.815, where 4.95 is 2.48 and 2.47
    expect(rows(taxedPartsOf(quoted.lines, quoted))).toEqual([
      ["VAT 19", 1_048, 199],
      ["VAT 7", 1_164, 82],
    ])
    expect(quoted.shippingParts?.map(grossOf)).toEqual([248, 247])
  })

  test("is divided with prices without tax: each tax is its base × its rate", () => {
    const quoted = quote([line(999), line(999, "reduced")], local({}, 495))
    // 12.47 × 19 % = 2.369 and 12.46 × 7 % = 0.872
    expect(rows(taxedPartsOf(quoted.lines, quoted))).toEqual([
      ["VAT 19", 1_247, 237],
      ["VAT 7", 1_246, 87],
    ])
  })
})

test("untaxed parts state the reason: their class, their place, or that shipping is untaxed", () => {
  const basket = [line(1_000), line(500, "zero")]
  const of = (taxes: Partial<TaxRules>) => {
    const quoted = quote(basket, local(taxes, 300))
    return rows(taxedPartsOf(quoted.lines, quoted))
  }
  expect(of({})).toEqual([
    ["VAT 19", 1_200, 228],
    ["class", 600, 0],
  ])
  expect(of({ shipping: "none" })).toEqual([
    ["VAT 19", 1_000, 190],
    ["class", 500, 0],
    ["shipping", 300, 0],
  ])
  expect(of({ rates: [] })).toEqual([
    ["place", 1_200, 0],
    ["class", 600, 0],
  ])
  expect(of({ rates: [rate("VAT", 19, { onShipping: false })], shipping: { taxClass: "standard" } })).toEqual([
    ["VAT 19", 1_000, 190],
    ["class", 500, 0],
    ["shipping", 300, 0],
  ])
})

test("a base that two taxes share counts once", () => {
  const rates = [rate("State", 5.75), rate("County", 1.75, { onShipping: false })]
  const quoted = quote([line(10_000)], local({ rates }, 800))
  const parts = taxedPartsOf(quoted.lines, quoted)
  expect(rows(parts)).toEqual([
    ["State 5.75", 10_800, 621],
    ["County 1.75", 10_000, 175],
  ])
  expect(sum(parts.map(({ net }) => net))).toBe(10_800)
})

const basket = fc.array(
  fc.record({
    price: fc.integer({ min: 1, max: 500_000 }),
    quantity: fc.integer({ min: 1, max: 20 }),
    taxClass: fc.constantFrom("standard", "reduced", "zero", "books"),
  }),
  { minLength: 1, maxLength: 12 },
)
const discounts = fc.array(
  fc.oneof(
    fc.record({ percent: fc.integer({ min: 0, max: 1_000_000 }), lines: fc.uniqueArray(fc.nat(12), { maxLength: 4 }) }),
    fc.record({ amount: fc.integer({ min: 1, max: 1_000_000 }) }),
    fc.record({ freeShipping: fc.constant(true) }),
  ),
  { maxLength: 3 },
)
/** One tax per class, like VAT */
const vat = fc.record({
  included: fc.boolean(),
  shipping: fc.constantFrom("none" as const, "like-goods" as const, { taxClass: "reduced" }),
  classes: fc.constant(["books"]),
  rates: fc.tuple(
    ...["standard", "reduced", "books"].map((taxClass) =>
      fc
        .tuple(fc.constantFrom(0, 2.1, 5, 5.5, 7, 19, 20, 25.5), fc.boolean())
        .map(([percent, onShipping]) => rate("VAT", percent, { taxClass, onShipping })),
    ),
  ),
})
/** Several taxes on one price, like sales taxes */
const stacked = fc.record({
  included: fc.boolean(),
  shipping: fc.constantFrom("none" as const, "like-goods" as const, { taxClass: "reduced" }),
  classes: fc.constant(["books"]),
  rates: fc.array(
    fc.record({
      ...{ place: fc.constant(everywhere), from: fc.constant(null), onShipping: fc.boolean() },
      name: fc.constantFrom("State", "County", "City"),
      rate: fc.integer({ min: 0, max: 400_000 }),
      taxClass: fc.constantFrom("standard", "reduced", "books"),
    }),
    { maxLength: 8 },
  ),
})

const quoteOf = (lines: ReturnType<typeof line>[], taxes: TaxRules, shipping: Cents, found: object[]) =>
  quote(lines, local(taxes, shipping), {
    discounts: found.map((one, which) => ({ id: String(which), label: `Discount ${which}`, ...one })),
  })

test("bases add up to the net amount and, with the taxes, to the total, for any order", () => {
  fc.assert(
    fc.property(basket, fc.oneof(vat, stacked), fc.nat(20_000), discounts, (lines, taxes, shipping, found) => {
      const quoted = quoteOf(lines, taxes, shipping, found)
      for (const charged of [quoted, quoteAt(quoted, quoted.totals.total + 1)]) {
        if (!charged) continue
        const parts = taxedPartsOf(charged.lines, charged)
        expect(sum(parts.map(grossOf))).toBe(charged.totals.total)
        const net = charged.totals.total - sum(charged.taxes.map(({ amount }) => amount))
        expect(sum(parts.map((part) => part.net))).toBe(net)
        for (const { name, rate, net: base, amount } of taxRowsOf(parts)) {
          expect(base).toBeLessThanOrEqual(net)
          if (name) expect(amount).toBe(charged.taxes.find((tax) => tax.name === name && tax.rate === rate)?.amount)
        }
        const ofShipping = charged.shippingParts ?? []
        expect(sum(ofShipping.map((part) => part.net))).toBe(
          charged.totals.shipping - sum(charged.shippingTaxes.flatMap((tax) => (tax.included ? [tax.amount] : []))),
        )
      }
    }),
    { numRuns: 2_000 },
  )
})

test("each tax is its base × its rate where it is added, and gross × rate ÷ (1 + rate) where prices contain it", () => {
  fc.assert(
    fc.property(basket, vat, fc.nat(20_000), discounts, (lines, taxes, shipping, found) => {
      const quoted = quoteOf(lines, taxes, shipping, found)
      const parts = taxedPartsOf(quoted.lines, quoted)
      const untaxed = taxRowsOf(parts).filter(({ name }) => name === "")
      expect(sum(taxRowsOf(parts).map(({ net, amount }) => net + amount))).toBe(quoted.totals.total)
      expect(untaxed.every(({ amount, untaxedReason }) => amount === 0 && untaxedReason !== undefined)).toBe(true)
      for (const { name, rate, net, amount } of taxRowsOf(parts)) {
        if (name === "") continue
        const exact = taxes.included
          ? proportion(net + amount, rate, 1_000_000 + rate)
          : proportion(net, rate, 1_000_000)
        expect(amount).toBe(exact)
      }
    }),
    { numRuns: 2_000 },
  )
})

test("an order from before parts were stored adds up too, with nearly the intended bases", () => {
  fc.assert(
    fc.property(basket, vat, fc.nat(20_000), discounts, (lines, taxes, shipping, found) => {
      const quoted = quoteOf(lines, taxes, shipping, found)
      const before = { ...quoted, shippingParts: null }
      const parts = taxedPartsOf(quoted.lines, before)
      expect(sum(parts.map(grossOf))).toBe(quoted.totals.total)
      expect(sum(shippingPartsOf(quoted.lines, before).map(grossOf))).toBe(
        sum((quoted.shippingParts ?? []).map(grossOf)),
      )
      for (const { name, rate, amount } of taxRowsOf(parts)) {
        if (name === "") continue
        expect(amount).toBe(quoted.taxes.find((tax) => tax.name === name && tax.rate === rate)?.amount)
      }
      expect(parts.every(({ net }) => net >= 0)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test("such an order has the shipping bases by which it was charged", () => {
  for (const [included, shipping] of [
    [true, "like-goods"],
    [false, "like-goods"],
    [true, { taxClass: "standard" }],
    [false, { taxClass: "reduced" }],
  ] as const) {
    const quoted = quote([line(4_999), line(999, "reduced", 3)], local({ included, shipping }, 495))
    const before = shippingPartsOf(quoted.lines, { ...quoted, shippingParts: null })
    expect(rows(before)).toEqual(rows(quoted.shippingParts ?? []))
    expect(amountOf(quoted.lines[0] ?? { price: 0, quantity: 0 })).toBe(4_999)
  }
})
