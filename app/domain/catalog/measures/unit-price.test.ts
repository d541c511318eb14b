import { describe, expect, test } from "vitest"
import { everywhere } from "~/domain/pricing/places"
import { defaultRules, type Zone } from "~/domain/pricing/rules"
import { record } from "~/domain/records/record"
import { describeIssue } from "~/domain/validation/validation"
import { describeMeasure, type MeasureUnit, measureRefusal, NO_AMOUNT, NO_UNIT } from "./measure"
import { measureRecord } from "./measure-record"
import { unitPriceText } from "./shown-unit-price"
import { tenthsBelow, unitPriceLawOf, unitPriceLaws, unitPriceOf } from "./unit-price"

const contents = (measureAmount: number, measureUnit: MeasureUnit) => ({ measureAmount, measureUnit })

describe("the price of a unit", () => {
  test.each([
    [499, contents(500_000, "g"), 998, "kg"],
    [499, contents(1_500, "kg"), 333, "kg"],
    [129, contents(330_000, "ml"), 391, "l"],
    [129, contents(33_000, "cl"), 391, "l"],
    [1_000, contents(250_000, "cm"), 400, "m"],
    [1_000, contents(2_500, "m2"), 400, "m2"],
    [1_000, contents(6_000, "piece"), 167, "piece"],
    [99_999_999, contents(1, "g"), 99_999_999_000_000, "kg"],
    [1, contents(1_000_000_000, "piece"), 0, "piece"],
  ])("%j with %j", (price, measure, cents, per) => {
    expect(unitPriceOf(price, measure, null)).toEqual({ price: cents, per })
  })

  test("is rounded once, half up", () => {
    expect(unitPriceOf(1, contents(200_000, "g"), null)?.price).toBe(5)
    expect(unitPriceOf(1, contents(400_000, "g"), null)?.price).toBe(3)
    expect(unitPriceOf(333, contents(3_000, "kg"), null)?.price).toBe(111)
  })

  test("is in tenths of a penny below a pound in the United Kingdom", () => {
    expect(unitPriceOf(100, contents(80_000, "piece"), 100)).toEqual({ price: 1.3, per: "piece" })
    expect(unitPriceOf(999, contents(10_000, "l"), 100)?.price).toBe(99.9)
    expect(unitPriceOf(1_000, contents(10_000, "l"), 100)?.price).toBe(100)
    expect(unitPriceOf(100, contents(80_000, "piece"), null)?.price).toBe(1)
    expect(unitPriceText({ price: 1.3, per: "piece" })).toBe("0.013")
    expect(unitPriceText({ price: 1_250, per: "kg" })).toBe("12.50")
  })

  test("is rounded once without tenths, too", () => {
    expect(unitPriceOf(70, contents(940_000, "g"), 100)?.price).toBe(74.5)
    expect(unitPriceOf(70, contents(940_000, "g"), null)?.price).toBe(74)
  })

  test.each([
    ["GBP", "GB", ["GB"], 100],
    ["GBP", "IE", ["GB"], 100],
    ["GBP", "IE", ["IE", "GB"], 100],
    ["GBP", "DE", [""], 100],
    ["EUR", "IE", ["GB"], null],
    ["GBP", "IE", ["IE"], null],
    ["GBP", "US", [""], null],
  ] as const)("in %s, from %s to %j, has tenths where it is offered", (currency, country, to, below) => {
    const zones = [{ ...(defaultRules.zones[0] as Zone), places: to.map((code) => ({ ...everywhere, country: code })) }]
    const pricing = { currency, home: { country, state: "", pinCode: "" }, zones }
    expect(tenthsBelow(pricing)).toBe(below)
  })

  test("needs contents", () => {
    expect(unitPriceOf(499, { measureAmount: null, measureUnit: null }, null)).toBeNull()
  })
})

test("every law names its source and its first day, and other countries have the units of the directive", () => {
  for (const law of Object.values(unitPriceLaws)) {
    expect(law.source).not.toBe("")
    expect(law.since).toMatch(/^2\d{3}-\d\d-\d\d$/)
  }
  expect(unitPriceLawOf("DE").bases).not.toContain("piece")
  expect(unitPriceLawOf("US")).toBe(unitPriceLawOf("FR"))
})

test("contents are described for people", () => {
  expect(describeMeasure(contents(750_000, "ml"))).toBe("750 ml")
  expect(describeMeasure(contents(1_000, "piece"))).toBe("1 piece")
  expect(describeMeasure(contents(2_500, "m2"))).toBe("2.5 m²")
  expect(describeMeasure({ measureAmount: null, measureUnit: null })).toBeNull()
})

describe("contents as they are typed", () => {
  const parse = (fields: object) => measureRecord.changes.safeParse(fields, { error: describeIssue })

  test.each([
    ["0.75", 750],
    [" 500 ", 500_000],
    ["1000000", 1_000_000_000],
    ["", null],
  ])("%j is read", (measureAmount, read) => {
    expect(parse({ measureAmount }).data).toEqual({ measureAmount: read })
  })

  test.each([
    ["m²", "m2"],
    ["KG", "kg"],
    ["pieces", "piece"],
    ["", null],
  ])("the unit %j is read", (measureUnit, read) => {
    expect(parse({ measureUnit }).data).toEqual({ measureUnit: read })
  })

  test.each([
    [{ measureAmount: "0" }, "Contents must be more than 0"],
    [{ measureAmount: "0.000" }, "Contents must be more than 0"],
    [{ measureAmount: "1000000.001" }, "Contents can be at most 1000000"],
    [{ measureAmount: "9999999999" }, "Contents can be at most 1000000"],
    [{ measureAmount: "0,75" }, "Write contents with a point and no comma, such as 0.75"],
    [{ measureAmount: "0.7505" }, "Contents must be a number such as 500 or 0.75"],
    [{ measureAmount: "ten" }, "Contents must be a number such as 500 or 0.75: the 1st character, “t”, cannot be used"],
    [{ measureUnit: "stone" }, "Choose a unit such as g, ml, m or piece"],
  ])("%j is refused", (fields, message) => {
    expect(parse(fields).error?.issues[0]?.message).toBe(message)
  })

  test("an amount without a unit, or a unit without an amount, is refused at the missing one", () => {
    expect(measureRefusal({ measureAmount: null, measureUnit: "g" })).toEqual({
      field: "measureAmount",
      message: NO_AMOUNT,
    })
    expect(measureRefusal({ measureAmount: 1_000, measureUnit: null })).toEqual({
      field: "measureUnit",
      message: NO_UNIT,
    })
    expect(measureRefusal(contents(1_000, "g"))).toBeNull()
  })

  test("the audit log has the number that was typed", () => {
    expect(record(measureRecord.fields).auditOf(contents(750, "l"), { dayOf: () => "" })).toEqual({
      measureAmount: 0.75,
      measureUnit: "l",
    })
  })
})
