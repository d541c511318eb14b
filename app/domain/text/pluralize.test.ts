import { expect, test } from "vitest"
import { pluralize } from "./pluralize"

test("one has the singular, everything else the plural", () => {
  expect([0, 1, 2, 1_200].map((count) => pluralize(count, "product"))).toEqual([
    "0 products",
    "1 product",
    "2 products",
    "1,200 products",
  ])
  expect(pluralize(3, "entry", "entries")).toBe("3 entries")
})
