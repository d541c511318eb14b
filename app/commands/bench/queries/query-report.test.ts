import { expect, test } from "vitest"
import { queryReport } from "./query-report"

test("the report has a row for each query, a column for each size, and marks what is too slow", () => {
  const fast = { name: "everything", matches: 10_000, uncached: 0.84, counted: 0.6, repeated: 0.4 }
  const slow = { name: "everything", matches: 1_000_000, uncached: 130, counted: 3.2, repeated: 0.5 }
  const report = queryReport([
    { products: 10_000, variants: false, queries: [fast] },
    { products: 1_000_000, variants: false, queries: [slow] },
  ])
  expect(report.split("\n")).toEqual([
    "| query | 10,000 products | 1,000,000 products |",
    "| --- | ---: | ---: |",
    "| everything | 0.8 / 0.6 / 0.4 (10,000) | **130** / **3.2** / 0.5 (1,000,000) |",
  ])
})
