import { expect, test } from "vitest"
import fc from "~/testing/hostile/fast-check"
import { centsToText, formatMoney, formatRoundMoney, formatShortMoney, toCents, toDollars } from "./format-money"

test("amounts are formatted and parsed without losing a cent", () => {
  expect(formatMoney(123_450, "USD")).toBe("$1,234.50")
  expect([0, 7, 99_999_999, -450].map((cents) => formatMoney(cents, "USD"))).toEqual([
    "$0.00",
    "$0.07",
    "$999,999.99",
    "-$4.50",
  ])
  expect(["EUR", "GBP", "CHF"].map((currency) => formatMoney(-123_450, currency))).toEqual([
    "-€1,234.50",
    "-£1,234.50",
    "-CHF\u00a01,234.50",
  ])
  expect(formatRoundMoney(123_400, "USD")).toBe("$1,234")
  expect([0, 250_000, 123_450].map((cents) => formatShortMoney(cents, "USD"))).toEqual(["$0", "$2.5K", "$1.2K"])
  expect([7, 123_450].map(centsToText)).toEqual(["0.07", "1234.50"])
  fc.assert(fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => toCents(toDollars(cents)) === cents))
  expect(["$12.50", "€12.50", " £12.5 "].map(toCents)).toEqual([1_250, 1_250, 1_250])
  expect(["1.005", "-1", "1e3", "", "12,50", "1.2.3"].map(toCents)).toEqual([null, null, null, null, null, null])
})
