import { expect, test } from "vitest"
import fc from "~/testing/hostile/fast-check"
import { proportion, spread, sum } from "./money"

test("a share of an amount is rounded half up, even if the product is not a safe integer", () => {
  expect(proportion(1_000, 1, 3)).toBe(333)
  expect(proportion(1, 1, 2)).toBe(1)
  expect(proportion(99_999_999, 99_999_998, 99_999_999)).toBe(99_999_998)
  expect(proportion(2_000_000_000_000_001, 3, 6)).toBe(1_000_000_000_000_001)
  expect(proportion(0, 0, 0)).toBe(0)
})

test("the parts of an amount add up to it, each to within a cent, in the order of their weights", () => {
  const weights = fc.array(fc.integer({ min: 0, max: 100_000_000 }), { minLength: 1, maxLength: 100 })
  fc.assert(
    fc.property(fc.nat(1_000_000_000), weights, (amount, weights) => {
      const parts = spread(amount, weights)
      expect(sum(parts)).toBe(amount)
      const whole = BigInt(sum(weights))
      if (whole === 0n) return
      for (const [index, part] of parts.entries()) {
        const exact = BigInt(amount) * BigInt(weights[index] ?? 0)
        const down = exact / whole
        expect([down, down + 1n]).toContain(BigInt(part))
      }
    }),
  )
})

test("left over cents go to the largest remainders; ties go to the first", () => {
  expect(spread(10, [1, 1, 1])).toEqual([4, 3, 3])
  expect(spread(10, [1, 2, 3])).toEqual([2, 3, 5])
  expect(spread(1, [1, 3, 2])).toEqual([0, 1, 0])
  expect(spread(7, [0, 0])).toEqual([7, 0])
  expect(spread(7, [])).toEqual([])
})
