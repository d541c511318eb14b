import { describe, expect, test } from "vitest"
import { payableLines } from "~/domain/checkout/payment/gateway-request.server"
import { sum } from "~/domain/money/money"
import fc from "~/testing/hostile/fast-check"
import { billLines } from "./bill"
import { addedTax, amountOf, includedTax, netTotals } from "./charges"
import type { Discount } from "./discounts"
import { rulesAt, zoneOf } from "./local-rules"
import { type Destination, everywhere, exactness, type Place } from "./places"
import { isPostcodePattern } from "./postcode"
import { quote } from "./quote"
import { defaultRules, type PricingRules, type ShippingMethod, type TaxRate, type Zone } from "./rules"

const place = (country = "", state = "", postcode = ""): Place => ({ country, state, postcode })
const at = (country: string, pinCode = "", state = ""): Destination => ({ country, state, pinCode })

const zone = (name: string, places: Place[], methods: ShippingMethod[] = []): Zone => {
  return { id: name, name, places, methods, telephone: "international", postcodes: "" }
}

const method = (id: string, more: Partial<ShippingMethod> = {}): ShippingMethod => ({
  id,
  name: id,
  kind: "flat",
  steps: [{ from: 0, to: null, price: 500 }],
  freeAbove: null,
  days: null,
  pickup: null,
  isOn: true,
  ...more,
})

const rate = (name: string, percent: number, more: Partial<TaxRate> = {}): TaxRate => ({
  name,
  rate: Math.round(percent * 10_000),
  place: everywhere,
  taxClass: "standard",
  from: null,
  onShipping: true,
  ...more,
})

/** A shop in Berlin: prices with VAT, parcels by weight, pickup, and higher prices abroad */
const german: PricingRules = {
  currency: "USD",
  home: at("DE", "10115"),
  zones: [
    zone(
      "Germany",
      [place("DE")],
      [
        method("parcel", {
          kind: "weight",
          steps: [
            { from: 0, to: 5_000, price: 495 },
            { from: 5_000, to: 30_000, price: 1_290 },
          ],
          freeAbove: 5_000,
        }),
        method("express", { steps: [{ from: 0, to: null, price: 1_490 }] }),
        method("shop", {
          kind: "pickup",
          steps: [{ from: 0, to: null, price: 0 }],
          pickup: { address: "1", hours: "" },
        }),
        method("off", { isOn: false, steps: [{ from: 0, to: null, price: 1 }] }),
      ],
    ),
    zone("Islands", [place("DE", "", "25999"), place("DE", "", "26465-26486")], [method("ferry")]),
    zone(
      "Neighbours",
      [place("AT"), place("DK")],
      [method("abroad", { steps: [{ from: 0, to: null, price: 1_500 }] })],
    ),
  ],
  taxes: {
    included: true,
    shipping: "like-goods",
    classes: [],
    rates: [
      rate("VAT", 19, { place: place("DE") }),
      rate("VAT", 16, { place: place("DE"), from: "2027-01-01" }),
      rate("VAT", 7, { place: place("DE"), taxClass: "reduced" }),
      rate("VAT", 20, { place: place("AT") }),
      rate("VAT", 25, { place: place("DK") }),
    ],
  },
}

const today = "2026-11-23"
const inGerman = (destination: Destination, day = today) => rulesAt(german, destination, day)

describe("the most exact place", () => {
  test("decides on the zone", () => {
    const zoneAt = (destination: Destination) => zoneOf(german, destination)?.name ?? null
    expect([at("DE", "10115"), at("DE", "25999"), at("DE", "26470"), at("DE", "26487")].map(zoneAt)).toEqual([
      "Germany",
      "Islands",
      "Islands",
      "Germany",
    ])
    expect([at("DK"), at("US"), at("")].map(zoneAt)).toEqual(["Neighbours", null, null])
  })

  test("is a post code, then a narrow range, a wide one, a long prefix, a short one, a state, a country, and the world", () => {
    const patterns = ["12345", "12340-12349", "10000-19999", "123*", "1*"].map((code) => place("US", "", code))
    const ranked = [...patterns, place("US", "OH"), place("US"), everywhere]
    const exact = ranked.map((one) => exactness(one, at("US", "12345", "OH")) ?? -1)
    expect([...exact].sort((a, b) => b - a)).toEqual(exact)
    expect(new Set(exact).size).toBe(exact.length)
  })

  test("is found whatever the spelling of a post code, also for American ones with nine digits", () => {
    expect(exactness(place("GB", "", "SW1*"), at("GB", "sw1a 1aa"))).not.toBeNull()
    expect(exactness(place("US", "", "43000-43999"), at("US", "43215-1234"))).not.toBeNull()
    expect(exactness(place("US", "", "43000-43999"), at("US", "4321"))).toBeNull()
    expect(exactness(place("US", "", "43215"), at("US", "43215-1234"))).not.toBeNull()
    expect(exactness(place("US", "", "43215-1234"), at("US", "43215"))).toBeNull()
  })

  test("is written as a prefix, an ascending range, or one post code", () => {
    expect(["10*", "1000-1999", "SW1A 1AA", "00-950", "12345-6789"].map(isPostcodePattern)).not.toContain(false)
    expect(["", "*", "1999-1000", "10**", "1,2", "x".repeat(17)].map(isPostcodePattern)).not.toContain(true)
  })
})

describe("a method", () => {
  const chosen = (grams: number, price: number, choice?: string) =>
    quote([{ price, quantity: 1, grams }], inGerman(at("DE", "10115")), { method: choice })

  test("is the cheapest that ships, unless another is chosen, and never a disabled one or one that does not take the parcel", () => {
    expect([0, 5_000, 5_001, 30_001].map((grams) => chosen(grams, 1_000).shipping.price)).toEqual([
      495, 495, 1_290, 1_490,
    ])
    expect(chosen(0, 1_000, "express").totals.shipping).toBe(1_490)
    expect(chosen(0, 1_000, "off").shippingMethod?.id).toBe("parcel")
    expect(chosen(40_000, 1_000).shipping.methods.map(({ id }) => id)).toEqual(["express", "shop"])
    expect(quote([{ price: 1, quantity: 1 }], inGerman(at("US"))).shippingMethod).toBeNull()
  })

  test("is free above its own threshold, which applies to the goods after discounts", () => {
    expect([5_000, 5_001].map((price) => chosen(0, price).shipping)).toMatchObject([
      { price: 495, missingToFree: 1 },
      { price: 0, missingToFree: 0 },
    ])
    const discounts = [{ id: "d", label: "Spring", amount: 1 }]
    const { shipping } = quote([{ price: 5_001, quantity: 1 }], inGerman(at("DE")), { discounts })
    expect(shipping.price).toBe(495)
  })
})

describe("contained tax", () => {
  test("depends on the destination, the class and the day, and changes no price", () => {
    const of = (destination: Destination, taxClass?: string, day?: string) => {
      const { totals, taxes } = quote([{ price: 3_000, quantity: 1, taxClass }], inGerman(destination, day))
      return [totals.total - totals.shipping, taxes.map(({ rate, amount }) => [rate / 10_000, amount])]
    }
    expect(of(at("DE"))).toEqual([3_000, [[19, 558]]])
    expect(of(at("DE"), "reduced")).toEqual([3_000, [[7, 229]]])
    expect(of(at("DE"), "standard", "2027-01-01")).toEqual([3_000, [[16, 482]]])
    expect(of(at("DK"), "reduced")).toEqual([3_000, [[25, 900]]])
    expect(of(at("DE"), "zero")).toEqual([3_000, []])
  })

  test("is named below the total", () => {
    const bill = billLines(quote([{ price: 3_000, quantity: 1 }], inGerman(at("AT"))))
    expect(bill.map(({ label, amount }) => [label, amount])).toEqual([
      ["Subtotal", 3_000],
      ["Shipping (abroad)", 1_500],
      ["Total", 4_500],
      ["including 20 % VAT", 750],
    ])
  })

  test("for collected orders is that of the shop's place", () => {
    const { taxes } = quote([{ price: 1_190, quantity: 1 }], inGerman(at("DE")), { method: "shop" })
    expect(taxes).toEqual([{ name: "VAT", rate: 190_000, amount: 190, included: true }])
  })
})

test("a later or more exact rate is added only under another name", () => {
  const rates = [
    rate("State", 5.75, { place: place("US", "OH") }),
    rate("County", 1.75, { place: place("US", "OH", "43215") }),
    rate("State", 5, { place: place("US") }),
  ]
  const ohio = {
    ...german,
    zones: defaultRules.zones,
    taxes: { included: false, shipping: "none" as const, classes: [], rates },
  }
  const { taxes } = quote([{ price: 10_000, quantity: 1 }], rulesAt(ohio, at("US", "43215", "OH"), today))
  expect(taxes.map(({ name, amount }) => [name, amount])).toEqual([
    ["State", 575],
    ["County", 175],
  ])
})

test("free shipping subtracts the cost of the cheapest method", () => {
  const discounts = [{ id: "d", label: "Free", freeShipping: true }]
  const of = (choice?: string) =>
    quote([{ price: 1_000, quantity: 1 }], inGerman(at("DE")), { method: choice, discounts })
  expect([of().totals.shipping, of("express").totals.shipping]).toEqual([0, 995])
  expect(of("express").discounts).toEqual([{ id: "d", label: "Free", amount: 0, shipping: 495 }])
})

const lines = fc.array(
  fc.record({
    price: fc.integer({ min: 1, max: 2_500_000 }),
    quantity: fc.integer({ min: 1, max: 200 }),
    taxClass: fc.constantFrom("standard", "reduced", "zero", "books"),
    grams: fc.nat(40_000),
  }),
  { minLength: 1, maxLength: 30 },
)

const discounts = fc.array(
  fc.oneof(
    fc.record({ percent: fc.integer({ min: 0, max: 1_000_000 }), lines: fc.array(fc.nat(40), { maxLength: 5 }) }),
    fc.record({ percent: fc.integer({ min: 0, max: 1_000_000 }) }),
    fc.record({ amount: fc.integer({ min: 1, max: 100_000_000 }) }),
    fc.record({ freeShipping: fc.constant(true) }),
  ),
  { maxLength: 4 },
)

const named = (found: Omit<Discount, "id" | "label">[]): Discount[] =>
  found.map((one, which) => ({
    id: String(which),
    label: `Discount ${which}`,
    ...one,
    ...(one.lines && { lines: [...new Set(one.lines)] }),
  }))

const taxes = fc.record({
  included: fc.boolean(),
  shipping: fc.constantFrom("none" as const, "like-goods" as const, { taxClass: "reduced" }),
  classes: fc.constant(["books"]),
  rates: fc.array(
    fc.record({
      name: fc.constantFrom("VAT", "State", "City"),
      rate: fc.integer({ min: 0, max: 400_000 }),
      taxClass: fc.constantFrom("standard", "reduced", "books"),
      place: fc.constantFrom(everywhere, place("DE"), place("DK")),
      from: fc.constantFrom(null, "2026-01-01", "2027-01-01"),
      onShipping: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
})

test("parts add up to the whole, for any lines, discounts, taxes, and places", () => {
  const places = fc.constantFrom(at("DE", "10115"), at("DE", "25999"), at("DK"), at("US"))
  const choice = fc.constantFrom("parcel", "express", "shop", "none")
  fc.assert(
    fc.property(lines, discounts, taxes, places, choice, (basket, found, taxes, destination, method) => {
      const quoted = quote(basket, rulesAt({ ...german, taxes }, destination, today), {
        method,
        discounts: named(found),
      })
      const { totals, lines } = quoted
      const amounts = lines.map(amountOf)
      expect(Math.min(...amounts, totals.shipping)).toBeGreaterThanOrEqual(0)
      expect(totals.subTotal - totals.discount).toBe(sum(amounts))
      expect(sum(quoted.discounts.map(({ amount }) => amount))).toBe(totals.discount)
      expect(0 - sum(quoted.adjustments.map(({ amount }) => amount))).toBe(totals.discount)
      expect(totals.subTotal - totals.discount + totals.shipping + totals.tax).toBe(totals.total)
      const parts = [...lines.flatMap((line) => line.taxes), ...quoted.shippingTaxes]
      expect(sum(parts.map(({ amount }) => amount))).toBe(sum(quoted.taxes.map(({ amount }) => amount)))
      expect(addedTax(quoted.taxes)).toBe(totals.tax)
      expect(taxes.included ? addedTax(parts) : includedTax(parts)).toBe(0)
      const net = netTotals(quoted)
      expect(net.goods - net.discount + net.tax + net.shipping).toBe(totals.total)
      const payable = payableLines({ ...quoted, lines: lines.map((line) => ({ ...line, name: "Tray" })) })
      expect(sum(payable.map(({ price, quantity }) => price * quantity))).toBe(totals.total)
      expect(payable.every(({ price, quantity }) => price >= 0 && Number.isInteger(price) && quantity > 0)).toBe(true)
      const units = payable.filter(({ name }) => name === "Tray").map(({ quantity }) => quantity)
      expect(sum(units)).toBe(sum(lines.map(({ quantity }) => quantity)))
    }),
    { numRuns: 3_000 },
  )
})

test("each tax is its exact share, rounded half up, whether added or contained", () => {
  fc.assert(
    fc.property(lines, fc.boolean(), fc.integer({ min: 0, max: 400_000 }), (basket, included, rate) => {
      const rates = german.taxes.rates.slice(0, 1).map((one) => ({ ...one, place: everywhere, rate }))
      const rules = rulesAt({ ...german, taxes: { included, shipping: "none", classes: [], rates } }, at("DE"), today)
      const taxed = basket.map((line) => ({ ...line, taxClass: "standard" }))
      const { totals, taxes } = quote(taxed, rules)
      const whole = 1_000_000n + (included ? BigInt(rate) : 0n)
      const exact = (2n * BigInt(totals.subTotal) * BigInt(rate) + whole) / (2n * whole)
      expect(BigInt(taxes[0]?.amount ?? 0)).toBe(exact)
    }),
    { numRuns: 1_000 },
  )
})
