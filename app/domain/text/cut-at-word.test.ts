import { expect, test } from "vitest"
import { cutAtWord } from "./cut-at-word"

test.each([
  ["A short line", 20, "A short line"],
  ["exactly ten", 11, "exactly ten"],
  ["a kettle for two cups", 12, "a kettle…"],
  ["a kettle for two cups", 13, "a kettle for…"],
  ["Wool, washed, spun", 14, "Wool, washed…"],
  ["two\n\nparagraphs  here", 40, "two paragraphs here"],
  ["Donaudampfschifffahrt", 10, "Donaudamp…"],
  ["🦊🦊🦊🦊", 3, "🦊🦊…"],
  ["", 5, ""],
])("“%s” in %i characters is “%s”", (text, most, cut) => {
  expect(cutAtWord(text, most)).toBe(cut)
  expect([...cut].length).toBeLessThanOrEqual(most)
})
