import { expect, test } from "vitest"
import { withCommas } from "./with-commas"

test("writes numbers with commas, as in the US", () => {
  for (const number of [0, 7, 999, 1_000, 12_345, 123_456, 1_000_000, 99_999_999, -1_234]) {
    expect(withCommas(number)).toBe(number.toLocaleString("en-US"))
  }
})
