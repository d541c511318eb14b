import { expect, test } from "vitest"
import { wholeNumber } from "./whole-number"

const Uses = wholeNumber(1, 500, {
  sentence: "Uses must be a whole number",
  example: "100",
  tooSmall: "At least 1",
  tooLarge: "At most 500",
})

test.each([
  [3, 3],
  [3.0, 3],
  ["3", 3],
  [" 007 ", 7],
  ["\u200e12\u202c", 12],
  ["１２", 12],
  ["١٢", 12],
])("%j is %i", (sent, read) => {
  expect(Uses.parse(sent)).toBe(read)
})

const PLAIN = "Uses must be a whole number"
const SHOWN = `${PLAIN} such as 100`

test.each([
  ["1.000", `${SHOWN}: the 2nd character, “.”, cannot be used`],
  ["1,5", `${SHOWN}: the 2nd character, “,”, cannot be used`],
  ["1,000", `${SHOWN}: the 2nd character, “,”, cannot be used`],
  ["1 000", `${SHOWN}: the 2nd character, a space, cannot be used`],
  ["1'000", `${SHOWN}: the 2nd character, “'”, cannot be used`],
  ["1_000", `${SHOWN}: the 2nd character, “_”, cannot be used`],
  ["3.0", `${SHOWN}: the 2nd character, “.”, cannot be used`],
  ["0x1F", `${SHOWN}: the 2nd character, “x”, cannot be used`],
  ["0b11", `${SHOWN}: the 2nd character, “b”, cannot be used`],
  ["1e3", `${SHOWN}: the 2nd character, “e”, cannot be used`],
  ["+3", `${SHOWN}: the 1st character, “+”, cannot be used`],
  ["−3", `${SHOWN}: the 1st character, “−”, cannot be used`],
  ["Infinity", `${SHOWN}: the 1st character, “I”, cannot be used`],
  ["9".repeat(30), SHOWN],
  ["-1", "At least 1"],
  ["501", "At most 500"],
  [2.5, PLAIN],
  ["", PLAIN],
  [null, PLAIN],
  [true, PLAIN],
  [[], PLAIN],
  [["3"], PLAIN],
  [{}, PLAIN],
  [undefined, PLAIN],
])("%j is refused with the accepted values", (sent, message) => {
  expect(Uses.safeParse(sent).error?.issues.map((issue) => issue.message)).toEqual([message])
})
