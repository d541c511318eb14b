import { expect, test } from "vitest"
import { atLeast, atMost, medians, missedTargets, report } from "./figures"

test("a report has a table of its figures, and one for each list with a row for each entry", () => {
  const lists = [
    { name: "everything", products: 10_000, uncached: 0.844 },
    { name: "everything", products: 1_000_000, uncached: 130.4 },
  ]
  const result = { signIn: { wrongPassword: 21.6, unknownEmail: null }, lists, missed: [] }
  expect(report("queries, in ms", result).trim().split(/\n+/)).toEqual([
    "| queries, in ms | figure |",
    "| --- | ---: |",
    "| signIn | wrongPassword: 22, unknownEmail: – |",
    "| missed | none |",
    "| lists | products | uncached |",
    "| --- | ---: | ---: |",
    "| everything | 10,000 | 0.84 |",
    "| everything | 1,000,000 | 130 |",
  ])
})

test("a target is missed only on its wrong side, and is reported with its figure and its limit", () => {
  const aims = [
    ...[atMost(3, "counted", 3), atMost(3, "repeated", 3.2), atMost(3, "uncached", 0.4)],
    ...[atLeast(1, "pages", 1), atLeast(0.75, "carts", 0.5)],
  ]
  expect(missedTargets(aims)).toEqual(["repeated: 3.2, at most 3", "carts: 0.5, at least 0.75"])
})

test("each field has its own median", () => {
  const rows = [
    { first: 1, second: 30 },
    { first: 3, second: 10 },
    { first: 2, second: 20 },
  ]
  expect(medians(rows)).toEqual({ first: 2, second: 20 })
})
