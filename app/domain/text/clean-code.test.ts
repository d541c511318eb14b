import { expect, test } from "vitest"
import { cleanCode, cleanNumber, cleanSearch } from "./clean-code"

/** Unicode's names of characters that chats, mails and text processors add when a code is copied */
const invisible = {
  "left-to-right mark": "\u200e",
  "right-to-left mark": "\u200f",
  "Arabic letter mark": "\u061c",
  "left-to-right embedding": "\u202a",
  "right-to-left override": "\u202e",
  "pop directional formatting": "\u202c",
  "left-to-right isolate": "\u2066",
  "pop directional isolate": "\u2069",
  "zero width space": "\u200b",
  "zero width non-joiner": "\u200c",
  "zero width joiner": "\u200d",
  "word joiner": "\u2060",
  "byte order mark": "\ufeff",
  "variation selector 16": "\ufe0f",
  "variation selector 17": "\u{e0100}",
  "soft hyphen": "\u00ad",
  "combining grapheme joiner": "\u034f",
}

test.each(Object.entries(invisible))("a %s is removed from a code, at any position", (_, sign) => {
  expect(cleanCode(`${sign}AB${sign}-12${sign}`)).toBe("AB-12")
  expect(cleanSearch(`${sign}AB${sign}-12${sign}`)).toBe("AB-12")
})

test.each(["\u00a0", "\u2007", "\u2009", "\u202f", "\u205f", "\u3000"])(
  "the space %j becomes an ordinary one",
  (space) => {
    expect(cleanCode(`${space}+49${space}30${space}`)).toBe("+49 30")
  },
)

test("full-width characters become ASCII, and digits of all scripts become ASCII in a number", () => {
  expect(cleanCode("ＡＢ－１２＠ｅｘａｍｐｌｅ．ｃｏｍ")).toBe("AB-12@example.com")
  expect(cleanNumber("１２ ٣٤ ۵۶ ७८ ๙๐")).toBe("12 34 56 78 90")
  // Unicode has five consecutive alphabets of mathematical digits.
  expect(cleanNumber("𝟎𝟗𝟘𝟡𝟢𝟫𝟬𝟵𝟶𝟿")).toBe("0909090909")
})

test("other letters, punctuation and accents of a code stay", () => {
  for (const code of ["GRÖSSE_42", "ΜΕΓΕΘΟΣ", "हिन्दी", "a.b/c#d", "½"]) expect(cleanCode(code)).toBe(code)
})

test("a search for words keeps characters that join letters, and loses copied ones", () => {
  expect(cleanSearch("\u200eمی\u200cخواهم\u200f")).toBe("می\u200cخواهم")
  expect(cleanSearch("\ufeffMüller\u00a0 Söhne")).toBe("Müller  Söhne")
})
