import { expect, test } from "vitest"
import { formatViewed, MOST_VIEWED, parseViewed, withViewed } from "./viewed-products"

const ids = Array.from({ length: 12 }, (_, index) => index.toString(16).repeat(24))

test("the last product comes first, each once, and at most eight", () => {
  expect(withViewed(["a", "b"], "b")).toEqual(["b", "a"])
  expect(withViewed(ids.slice(0, MOST_VIEWED), "z")).toEqual(["z", ...ids.slice(0, MOST_VIEWED - 1)])
})

test("a written cookie is read back, and nothing else is accepted", () => {
  expect(parseViewed(formatViewed(ids.slice(0, 3)))).toEqual(ids.slice(0, 3))
  expect(parseViewed(ids.join("~"))).toEqual(ids.slice(0, MOST_VIEWED))
  expect(parseViewed(`${ids[0]}~${ids[0]}~x~%00`)).toEqual([ids[0]])
  expect(parseViewed("~".repeat(100_000))).toEqual([])
})
