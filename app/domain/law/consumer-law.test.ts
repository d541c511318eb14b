import { describe, expect, test } from "vitest"
import { consumerLawOf, sendsToEu, withdrawalLawAt, withdrawalLawsOf } from "./consumer-law"

const selling = (home: string, zones: string[][], withdrawal = "") => ({
  withdrawal,
  pricing: {
    home: { country: home },
    zones: zones.map((codes) => ({ places: codes.map((country) => ({ country })) })),
  },
})
const everywhere = [[""]]

test.each([
  ["DE", "eu"],
  ["RE", "eu"],
  ["NO", "eu"],
  ["GB", "uk"],
  ["CH", null],
  ["US", null],
])("consumers in %s have the rights of %s", (country, law) => {
  expect(consumerLawOf(country)).toBe(law)
})

test.each([
  ["a shop as delivered", selling("", everywhere), false],
  ["a shop in Ohio that sends everywhere", selling("US", everywhere), false],
  ["a shop in Ohio with a zone for Germany", selling("US", [["US"], ["DE"]]), true],
  ["a German shop that sends everywhere", selling("DE", everywhere), true],
  ["an Irish shop that sends only to Great Britain", selling("IE", [["GB"]]), false],
  ["a Norwegian shop that sends within Norway", selling("NO", [["NO"]]), false],
])("the EU’s notice on the legal guarantee: %s", (_, { pricing }, isSent) => {
  expect(sendsToEu(pricing)).toBe(isSent)
})

describe("the right of withdrawal", () => {
  test.each([
    ["a shop as delivered", selling("", everywhere), []],
    ["a shop in Ohio that sends everywhere", selling("US", everywhere), []],
    ["a shop in Ohio with a zone for Germany", selling("US", [["US"], ["DE"]]), ["eu"]],
    ["a German shop that sends everywhere", selling("DE", everywhere), ["eu", "uk"]],
    ["an Irish shop that sends to Great Britain", selling("IE", [["IE"], ["GB"]]), ["eu", "uk"]],
    ["the same, for addresses in the EU only", selling("IE", [["IE"], ["GB"]], "eu"), ["eu"]],
    ["a Norwegian shop that sends within Norway", selling("NO", [["NO"]]), ["eu"]],
  ])("%s", (_, shop, laws) => {
    expect(withdrawalLawsOf(shop)).toEqual(laws)
  })

  test("is decided by the place of the order", () => {
    const irish = selling("IE", [["IE"], ["GB"], ["US"]])
    expect(["IE", "GB", "US", "DE"].map((country) => withdrawalLawAt(irish, country))).toEqual(["eu", "uk", null, "eu"])
    const onlyEu = { ...irish, withdrawal: "eu" }
    expect(["IE", "GB", "NO"].map((country) => withdrawalLawAt(onlyEu, country))).toEqual(["eu", null, null])
    expect(withdrawalLawAt(selling("US", everywhere), "DE")).toBeNull()
  })
})
