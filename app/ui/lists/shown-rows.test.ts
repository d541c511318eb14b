import { expect, test } from "vitest"
import { pagesOf, shownRows } from "./shown-rows"

test("a table says which rows it shows, and of how many", () => {
  expect(shownRows(1, 10, 0)).toBeUndefined()
  expect(shownRows(2, 10, 214)).toBe("11–20 of 214")
  expect(shownRows(22, 10, 214)).toBe("211–214 of 214")
  expect(shownRows(23, 10, 214)).toBe("Nothing on this page: 214 in all")
})

test("of very many rows it shows the first ten thousand", () => {
  expect(shownRows(1_000, 10, 250_000)).toBe("9991–10000 of more than 10,000")
  expect(shownRows(1_001, 10, 10_001)).toBe("Nothing on this page: more than 10,000 in all")
  expect(pagesOf(250_000, 10)).toBe(1_000)
  expect(pagesOf(214, 10)).toBe(22)
})
