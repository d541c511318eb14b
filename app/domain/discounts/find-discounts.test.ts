import { describe, expect, test } from "vitest"
import { daysIn } from "~/domain/days/days-in.server"
import { rulesAt } from "~/domain/pricing/local-rules"
import { defaultRules, type PricingRules, type ShippingMethod } from "~/domain/pricing/rules"
import fc from "~/testing/hostile/fast-check"
import type { DiscountRule } from "./discount-record"
import { quoteFor } from "./find-discounts.server"

const now = new Date("2026-11-28T12:00:00Z")
const code: DiscountRule = {
  ...{ id: "c".repeat(24), name: "Spring", code: "SPRING", kind: "percent", percent: 20_000, amount: null },
  ...{ categories: [], products: [], goodsFrom: null, unitsFrom: null, zones: [], firstOrder: false },
  ...{ startsAt: null, endsAt: null, stoppedAt: null, maxUses: null, maxUsesPerPerson: null },
}

const line = (price: number) => ({ price, quantity: 1, productId: "p", category: "Kitchen" })
const shopper = { isVerified: true, hasOrdered: false, usesOf: () => ({ all: 0, own: 0 }) }

function withMethod(changes: Partial<ShippingMethod>): PricingRules {
  const zones = defaultRules.zones.map((zone) => ({
    ...zone,
    methods: zone.methods.map((method) => ({ ...method, ...changes })),
  }))
  return { ...defaultRules, zones }
}

function quoted(
  price: number,
  rule: DiscountRule | null,
  { rules = defaultRules, automatic = [] as DiscountRule[] } = {},
) {
  const found = { automatic, typed: rule ? "spring" : "", code: rule, shopper }
  const basket = { zone: null, method: null, now, days: daysIn("UTC") }
  const { quote, codeRefusal } = quoteFor([line(price)], rulesAt(rules, rules.home, "2026-11-28"), basket, found)
  return { total: quote.totals.total, discounts: quote.discounts.length, codeRefusal }
}

describe("a code", () => {
  test("that loses free shipping and raises the total is not applied, and says so", () => {
    // 504.00 + 10 % is 554.40; 504.00 - 2 % + 10 % + 25.00 for shipping is 568.31.
    expect(quoted(50_400, code)).toEqual({
      total: 55_440,
      discounts: 0,
      codeRefusal:
        "spring is not applied because it would raise the total to $568.31 from $554.40: shipping would cost more",
    })
  })

  test("that loses free shipping and saves more is applied", () => {
    // 504.00 - 20 % + 10 % + 25.00
    expect(quoted(50_400, { ...code, percent: 200_000 })).toEqual({ total: 46_852, discounts: 1, codeRefusal: null })
  })

  test("is not applied if the total is then too low for shipping", () => {
    const rules = withMethod({ kind: "price", steps: [{ from: 9_900, to: null, price: 500 }] })
    expect(quoted(10_000, code, { rules })).toEqual({
      total: 11_500,
      discounts: 0,
      codeRefusal: "With spring, the total of this order would be too low for shipping",
    })
    const automatic = [{ ...code, code: null }]
    expect(quoted(10_000, null, { rules, automatic })).toEqual({ total: 11_500, discounts: 0, codeRefusal: null })
  })
})

test("no discount makes an order more expensive, with a code or without", () => {
  const rule = fc
    .oneof(
      fc.record({ kind: fc.constant("percent"), percent: fc.integer({ min: 1, max: 1_000_000 }) }),
      fc.record({ kind: fc.constant("amount"), amount: fc.integer({ min: 1, max: 30_000 }) }),
      fc.record({ kind: fc.constant("shipping") }),
    )
    .map((fields) => ({ ...code, ...fields }) as DiscountRule)
  const price = fc.integer({ min: 100, max: 80_000 })
  fc.assert(
    fc.property(price, rule, fc.array(rule, { maxLength: 2 }), (price, entered, rules) => {
      const automatic = rules.map((one, at) => ({ ...one, id: `${at}`.repeat(24), code: null }))
      const none = quoted(price, null)
      const without = quoted(price, null, { automatic })
      const withCode = quoted(price, entered, { automatic })
      expect(without.total).toBeLessThanOrEqual(none.total)
      expect(withCode.total).toBeLessThanOrEqual(without.total)
    }),
    { numRuns: 1_000 },
  )
})
