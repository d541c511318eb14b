import { expect, test } from "vitest"
import { NumberColumn, readNumber } from "./number-columns"

const formatOf = (cells: string[], usual: "." | null = null) => {
  const column = new NumberColumn()
  for (const cell of cells) column.add(cell)
  return column.format(usual)
}

test.each([
  [["19,90", "8", "1.000"], ",", ["19.90", "8", "1000"]],
  [["19.90", "1,000"], ".", ["19.90", "1000"]],
  [["1.000,00", "12.345.678,5"], ",", ["1000.00", "12345678.5"]],
  [["1,00,000.50"], ".", ["100000.50"]],
  [["1,234,567"], ".", ["1234567"]],
  [["0.500", "1.250", ".25", "$.5"], ".", ["0.500", "1.250", "0.25", "0.5"]],
  [["1 234,50", "1’000", "€ 12,-", "12,5 €"], ",", ["1234.50", "1000", "12", "12.5"]],
  [["$1,250.00", "USD 3.5", "-4.20", "(none)"], ".", ["1250.00", "3.5", "-4.20", null]],
  [["٣.٥", "１９.９０"], ".", ["3.5", "19.90"]],
  [["7", "", "free"], null, ["7", null, null]],
] as const)("the numbers %j of a column are written with one mark", (cells, decimal, numbers) => {
  expect(formatOf([...cells])).toEqual({ decimal, ambiguous: null })
  expect(cells.map((cell) => readNumber(cell, decimal))).toEqual(numbers)
})

test("a column is ambiguous if none of its values shows what the others mean", () => {
  expect(formatOf(["7", "1,000"])).toEqual({ decimal: null, ambiguous: "1,000" })
  expect(formatOf(["1.000"])).toEqual({ decimal: null, ambiguous: "1.000" })
  expect(formatOf(["1.000", "1,5", "2.5"])).toEqual({ decimal: null, ambiguous: "1.000" })
  expect(readNumber("1,000", null)).toBeNull()
  expect([readNumber("1,000", ","), readNumber("1,000", ".")]).toEqual(["1.000", "1000"])
})

test("a column whose writer is known is not asked for, unless its values contradict", () => {
  expect(formatOf(["1.250"], ".")).toEqual({ decimal: ".", ambiguous: null })
  expect(formatOf(["1,250"], ".")).toEqual({ decimal: null, ambiguous: "1,250" })
  expect(formatOf(["1,250", "0,5"], ".")).toEqual({ decimal: ",", ambiguous: null })
})

test("texts of any length are read in linear time", () => {
  const long = "1.".repeat(1_000_000)
  expect(readNumber(long, ".")).toBeNull()
  expect(formatOf([long, "1 ".repeat(30)])).toEqual({ decimal: null, ambiguous: null })
})
