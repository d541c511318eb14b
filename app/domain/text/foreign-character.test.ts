import { expect, test } from "vitest"
import { withForeignCharacter } from "./foreign-character"

test.each([
  ["12", ""],
  ["‚12", ": the 1st character, “‚”, cannot be used"],
  ["1.000", ": the 2nd character, “.”, cannot be used"],
  ["12a", ": the 3rd character, “a”, cannot be used"],
  ["1234😀", ": the 5th character, “😀”, cannot be used"],
  ["😀1", ": the 1st character, “😀”, cannot be used"],
  ["12 3", ": the 3rd character, a space, cannot be used"],
  ["12\t3", ": the 3rd character, a tab, cannot be used"],
  ["12\r\n3", ": the 3rd character, a line break, cannot be used"],
  ["1\0", ": the 2nd character, an invisible control character (U+0000), cannot be used"],
  ["1\ufff9", ": the 2nd character, an invisible character (U+FFF9), cannot be used"],
  ["1\u20e3", ": the 2nd character, “◌\u20e3”, cannot be used"],
  [`${"1".repeat(10)}x`, ": the 11th character, “x”, cannot be used"],
  [`${"1".repeat(21)}x`, ": the 22nd character, “x”, cannot be used"],
  [`${"1".repeat(111)}x`, ": the 112th character, “x”, cannot be used"],
])("the sentence about %j names the character and its position", (text, ending) => {
  expect(withForeignCharacter("Enter digits", text, /^\d$/)).toBe(`Enter digits${ending}`)
})
