import { expect, test } from "vitest"
import fc from "~/testing/hostile/fast-check"
import { jsonSize } from "./json-body"

test.each([
  ["{}", 1],
  ['{"a":[{"b":[]}]}', 4],
  ['{"a":"[[[[\\"[[[["}', 1],
  ['{"a":"\\\\","b":[[]]}', 3],
  ['{"x":"data:\\"","y":[[[]]]}', 4],
  ["[".repeat(1_000), 1_000],
])("only structural brackets are counted: %.30s", (text, depth) => {
  expect(jsonSize(text).depth).toBe(depth)
})

test("pictures do not count as text, everything else does", () => {
  const picture = `data:image/png;base64,${"A".repeat(1_000)}`
  expect(jsonSize(JSON.stringify({ avatar: picture, name: "Ada" })).text).toBeLessThan(40)
  expect(jsonSize(JSON.stringify({ desc: "x".repeat(1_000), name: "data" })).text).toBeGreaterThan(1_000)
})

test("nothing has more values than are counted, or is nested deeper", () => {
  const count = (value: unknown): number =>
    typeof value === "object" && value ? 1 + Object.values(value).reduce<number>((sum, one) => sum + count(one), 0) : 1
  const depth = (value: unknown): number =>
    typeof value === "object" && value ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const size = jsonSize(JSON.stringify(value))
      expect(size.values).toBeGreaterThanOrEqual(count(value) / 2)
      expect(size.depth).toBe(depth(value))
    }),
  )
})
