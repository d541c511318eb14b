import { expect, test } from "vitest"
import { currencyInHeading, otherCurrency } from "./price-currency"

test.each([
  ["19.90", "USD", null],
  ["$19.90", "USD", null],
  ["US$19.90", "USD", null],
  ["$19.90", "CAD", null],
  ["CA$ 19", "CAD", null],
  ["CA$ 19", "USD", "CA$"],
  ["R$ 19", "BRL", null],
  ["19,90 €", "EUR", null],
  ["19,90 €", "USD", "€"],
  ["EUR 19,90", "USD", "EUR"],
  ["usd 19", "USD", null],
  ["199 kr", "SEK", null],
  ["199 kr", "EUR", "kr"],
  ["12 zł", "PLN", null],
  ["¥ 1200", "EUR", "¥"],
  ["JPY 1200", "EUR", "JPY"],
  ["CHF 12", "CHF", null],
  ["free", "EUR", null],
] as const)("the price %j in a shop of %s has the other currency %j", (text, currency, other) => {
  expect(otherCurrency(text, currency)).toBe(other)
})

test.each([
  ["Price (EUR)", "USD", "EUR"],
  ["Price (EUR)", "EUR", null],
  ["Price €", "USD", "€"],
  ["price_GBP", "EUR", "GBP"],
  ["Regular price", "EUR", null],
  ["Price (VAT)", "EUR", null],
  ["PRICE ALL", "EUR", null],
  ["PRICE_TOP", "EUR", null],
  ["PRICE (ALL)", "EUR", "ALL"],
  ["Price ALL", "EUR", "ALL"],
  ["PRICE PLN", "EUR", "PLN"],
] as const)("the heading %j in a shop of %s has the other currency %j", (heading, currency, other) => {
  expect(currencyInHeading(heading, currency)).toBe(other)
})

test("a long text is searched in linear time", () => {
  expect(otherCurrency("a ".repeat(50_000), "EUR")).toBeNull()
  expect(currencyInHeading("( EU".repeat(50_000), "EUR")).toBeNull()
})
