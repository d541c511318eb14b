import { describe, expect, test } from "vitest"
import type { Destination } from "~/domain/pricing/places"
import { defaultRules } from "~/domain/pricing/rules"
import { dutyRulesOf, parseDutyRule, shippedDutyRules } from "~/domain/settings/duty-rules"
import { emptySettings } from "~/domain/settings/settings"
import { crossesBorder, needsDeclaration } from "./customs-territory"
import { dutyNotesFor } from "./duty-notes"

const at = (country: string, pinCode = "", state = ""): Destination => ({ country, state, pinCode })

describe("the border of a customs territory", () => {
  test.each([
    [at("DE"), at("FR"), false],
    [at("DE"), at("DE", "27498"), true],
    [at("DE"), at("MC"), false],
    [at("ES"), at("ES", "35001"), false],
    [at("ES"), at("ES", "51001"), true],
    [at("FR"), at("RE"), false],
    [at("DE"), at("GB"), true],
    [at("DE"), at("GB", "BT1 1AA"), false],
    [at("GB"), at("GB", "BT1 1AA"), false],
    [at("US"), at("GB", "BT1 1AA"), true],
    [at("GB"), at("JE"), false],
    [at("CH"), at("LI"), false],
    [at("US"), at("PR"), false],
    [at("IE"), at("US"), true],
    [at(""), at("US"), false],
  ])("from %j to %j is crossed: %j", (from, to, crosses) => {
    expect(crossesBorder(from, to)).toBe(crosses)
  })
})

test.each([
  [at("DE"), at("FR"), false],
  [at("DE"), at("MC"), false],
  [at("DE"), at("GB", "BT1 1AA"), false],
  [at("ES"), at("ES", "35001"), true],
  [at("ES", "35001"), at("ES", "35002"), false],
  [at("FI"), at("AX"), true],
  [at("FR"), at("RE"), true],
  [at("GB"), at("JE"), true],
  [at("DE"), at("US"), true],
  [at(""), at("US"), false],
])("a parcel from %j to %j needs a customs declaration: %j", (from, to, needed) => {
  expect(needsDeclaration(from, to)).toBe(needed)
})

const notes = (home: string, currency: "EUR" | "GBP" | "USD", to: Destination, value: number, today = "2026-11-28") => {
  const pricing = { ...defaultRules, currency, home: at(home) }
  return dutyNotesFor({ ...emptySettings, pricing }, { to, value, today }).map(({ sentence }) => sentence)
}

describe("what customs may take", () => {
  test("follows the value of the goods in the currency of the limit", () => {
    expect(notes("GB", "EUR", at("IE"), 15_000)).toEqual([expect.stringContaining("€3 for each category")])
    expect(notes("GB", "EUR", at("IE"), 15_001)).toEqual([expect.stringContaining("by the tariff")])
    expect(notes("IE", "GBP", at("GB"), 13_500)).toEqual([expect.stringContaining("no duty")])
  })

  test("names every rule whose limit is in another currency", () => {
    expect(notes("IE", "EUR", at("GB"), 5_000)).toHaveLength(2)
  })

  test("begins on its day, and is nothing within the territory", () => {
    expect(notes("US", "EUR", at("DE"), 5_000, "2026-06-30")).toEqual([])
    expect(notes("FR", "EUR", at("DE"), 5_000)).toEqual([])
  })
})

test("every shipped rule can be read, and has a source and a day", () => {
  expect(dutyRulesOf({ dutyRules: "" })).toHaveLength(shippedDutyRules.split("\n").length)
  expect(dutyRulesOf({ dutyRules: "none" })).toEqual([])
})

test.each([
  ["EU | 2026-07-01 | Sentence | Source", "with | between them"],
  ["EU | 2026-02-30 | | Sentence | Source", "Write the day"],
  ["EU | 2026-07-01 | 150 EUR | Sentence | Source", "Write the value"],
  ["EU | 2026-07-01 | | | Source", "Write a sentence"],
  [`EU | 2026-07-01 | | Sentence | ${"x".repeat(301)}`, "Name the source"],
  ["Europe | 2026-07-01 | | Sentence | Source", "Begin with EU"],
])("the rule %j is refused", (line, words) => {
  expect(parseDutyRule(line)).toContain(words)
})
