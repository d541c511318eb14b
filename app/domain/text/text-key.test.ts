import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { optionKey } from "~/domain/catalog/variants/variant"
import { withClient } from "~db/testing/test-client"
import { createTestDatabase, type TestDatabase } from "~db/testing/test-database"
import { textKey } from "./text-key"

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** All letters, without surrogates and NUL, which no text contains */
const CODES = Array.from({ length: 0x110000 }, (_, code) => code).filter(
  (code) => code > 0 && (code < 0xd800 || code > 0xdfff),
)

/** Scripts with marks and compositions that Unicode 15 to 17 added, whose decomposition PostgreSQL 15 does not know */
const NEWER = new RegExp(
  "[\\u0897\\u0cf3\\u0ece\\ua7f1\\u{1ace}-\\u{1aff}\\u{105c0}-\\u{105ff}\\u{10d40}-\\u{10d8f}\\u{10ec0}-\\u{10eff}\\u{11380}-\\u{113ff}" +
    "\\u{11f00}-\\u{11f5f}\\u{16100}-\\u{1613f}\\u{16d40}-\\u{16d7f}\\u{1ccd0}-\\u{1ccff}\\u{1e030}-\\u{1e08f}\\u{1e4d0}-\\u{1e4ff}" +
    "\\u{1e5d0}-\\u{1e5ff}\\u{1e6c0}-\\u{1e6ff}]",
  "u",
)

async function keysOf(column: "text_key" | "option_key", texts: readonly string[]): Promise<string[]> {
  return withClient(database.url, async (client) => {
    const { rows } = await client.query<{ key: string }>(
      `select ${column}(text) as key from unnest($1::text[]) with ordinality as texts (text, place) order by place`,
      [texts],
    )
    return rows.map(({ key }) => key)
  })
}

async function differences(letters: readonly string[], of: (letter: string) => string): Promise<string[]> {
  const texts = letters.map(of)
  const [texted, optioned] = await Promise.all([keysOf("text_key", texts), keysOf("option_key", texts)])
  return texts.filter(
    (text, place) => !NEWER.test(text) && (textKey(text) !== texted[place] || optionKey(text) !== optioned[place]),
  )
}

const LETTERS = CODES.map((code) => String.fromCodePoint(code))
/** Letters with other forms, and marks */
const CHANGING = LETTERS.filter(
  (letter) => /\p{M}/u.test(letter) || (textKey(letter) !== letter && !/\p{Script=Hangul}/u.test(letter)),
)

/** Puts a thousand letters into each text, which is faster than a text for each. */
function rowsOf(letters: readonly string[]): string[] {
  return Array.from({ length: Math.ceil(letters.length / 1_000) }, (_, row) =>
    letters.slice(row * 1_000, (row + 1) * 1_000).join("|"),
  )
}

describe("the shop and the database compute the same key", () => {
  test("for each letter of Unicode", async () => {
    const known = LETTERS.filter((letter) => !NEWER.test(letter))
    expect(await differences(rowsOf(known), (row) => row)).toEqual([])
  }, 60_000)

  test.each([
    ["after a letter", (letter: string) => `Σ${letter}`],
    ["at the end of a word, with marks", (letter: string) => `ΑI${letter}\u0307\u0323Σ β`],
    ["before a mark", (letter: string) => `${letter}\u0301\u0345\u0307`],
    ["twice, between spaces", (letter: string) => ` ${letter}\u00a0${letter.repeat(2)}`],
  ])("for letters with several forms %s", async (_, of) => {
    expect(CHANGING.length).toBeGreaterThan(4_000)
    expect(await differences(CHANGING, of)).toEqual([])
  })
})

describe("the key of a letter", () => {
  test("is the same for all its forms, as regular expressions fold them (ECMAScript 22.2.2.7.3: CaseFolding.txt, simple)", () => {
    const wrong = LETTERS.flatMap((one) => {
      const pattern = /\p{Cased}/u.test(one) ? new RegExp(`^${one}$`, "iu") : null
      const forms = [one.toLowerCase(), one.toUpperCase()].filter((form) => pattern?.test(form))
      return forms.filter((form) => textKey(form) !== textKey(one)).map((form) => `${one} ${form}`)
    })
    expect(wrong).toEqual([])
  })

  test("does not change when it is computed again", () => {
    const changed = rowsOf(LETTERS).filter((row) => textKey(textKey(row)) !== textKey(row))
    expect(changed).toEqual([])
  })
})

// Unicode 17.0, section 3.13.5: canonical caseless matching by CaseFolding.txt; İ and ı are the shop's own rule.
test.each([
  ["İçecek", "içecek", "IÇECEK", "ıçecek", "i\u0307c\u0327ecek"],
  ["DİZ-100", "diz-100", "DIZ-100", "dız-100"],
  ["ΜΕΓΕΘΟΣ", "μεγεθος", "μεγεθοσ", "Μεγεθος"],
  ["ΟΔΟΣ ΑΣ", "οδος ας", "Οδοσ Ασ"],
  ["Straße", "STRASSE", "strasse", "STRAẞE"],
  ["oﬃce", "OFFICE", "oFﬁce"],
  ["Café", "CAFÉ", "Cafe\u0301", "CAFE\u0301"],
  ["Ǆungla", "ǆungla", "ǅungla"],
  ["Ꭰ", "ꭰ"],
  ["ﬓ", "մն", "ՄՆ"],
  ["ｓｋｕ", "ＳＫＵ"],
  ["𐐀𞤀", "𐐨𞤢"],
  ["ᾳ", "ΑΙ", "ᾼ"],
  ["Ｋ", "ｋ"],
  ["K", "k", "K"],
])("%s is the same as its other forms", async (...forms) => {
  expect(new Set(forms.map(textKey))).toEqual(new Set([textKey(forms[0])]))
  expect(await keysOf("text_key", forms)).toEqual(forms.map(textKey))
})

test.each([
  ["Café", "Cafe"],
  ["Ø", "O"],
  ["ş", "s"],
  ["μ", "m"],
  ["1", "①"],
])("%s is not %s", (one, other) => expect(textKey(one)).not.toBe(textKey(other)))
