import { describe, expect, test } from "vitest"
import fc from "~/testing/hostile/fast-check"
import { type Destination, exactness, type Place } from "./places"
import {
  exactnessOfPostcode,
  isPostcodePattern,
  matchesPostcode,
  patternKey,
  postcodeKey,
  tidyPattern,
} from "./postcode"

const separators = [
  "",
  " ",
  "-",
  "\u2010",
  "\u2011",
  "\u2013",
  "\u2014",
  "\u2212",
  "\uff0d",
  "\u30fc",
  "\u00ad",
  "\u00a0",
  "\u200b",
  "  ",
]

/** Codes as in the Universal Postal Union's guides, split at a space or a hyphen */
const codes: [country: string, ...parts: string[]][] = [
  ["PT", "9000", "100"],
  ["GB", "PA2", "0AA"],
  ["GB", "SW1A", "2AA"],
  ["US", "43004", "1234"],
  ["US", "00501"],
  ["NL", "1012", "AB"],
  ["CA", "K1A", "0B1"],
  ["JP", "100", "0001"],
  ["PL", "00", "950"],
  ["BR", "01001", "000"],
  ["SE", "111", "22"],
  ["IE", "D02", "X285"],
  ["DE", "01067"],
]

const wide = (text: string) =>
  text.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))

/** Any way of typing or pasting these parts */
const spellingOf = (parts: string[]) =>
  fc
    .tuple(fc.constantFrom(...separators), fc.boolean(), fc.boolean(), fc.constantFrom("", " ", "\u200e", "\ufeff"))
    .map(([separator, isLower, isWide, around]) => {
      const text = parts.map((part) => (isLower ? part.toLowerCase() : part)).join(separator)
      return around + (isWide ? wide(text) : text) + around
    })

test("a post code is the same in every spelling", () => {
  for (const [country, ...parts] of codes) {
    fc.assert(
      fc.property(spellingOf(parts), (spelled) => {
        expect(postcodeKey(spelled, country)).toBe(parts.join(""))
        expect(matchesPostcode(parts.join(" "), spelled, country)).toBe(true)
        expect(matchesPostcode(`${parts[0]} *`, spelled, country)).toBe(true)
        expect(matchesPostcode(parts[0] ?? "", spelled, country)).toBe(true)
      }),
    )
  }
  expect(["9000-100", "9000100", "9000 100"].map((code) => postcodeKey(code, "PT"))).toEqual(Array(3).fill("9000100"))
})

test("digits of any script are accepted", () => {
  expect(postcodeKey("١١٥١١", "EG")).toBe("11511")
  expect(postcodeKey("۱۱۳۶۵-۸۸۸۸", "IR")).toBe("113658888")
  expect(postcodeKey("११०००१", "IN")).toBe("110001")
})

test("letters of a country or a state matter only where codes have letters", () => {
  const same: [string, string, string][] = [
    ["DE", "D-10115", "10115"],
    ["DE", "DE 10115", "10115"],
    ["LV", "LV-1010", "1010"],
    ["US", "OH 43215", "43215"],
    ["JP", "〒100-0001", "1000001"],
    ["FI", "AX-22100", "22100"],
  ]
  for (const [country, spelled, key] of same) expect(postcodeKey(spelled, country)).toBe(key)
  expect(postcodeKey("IM1 1AA", "IM")).toBe("IM11AA")
  expect(postcodeKey("AD500", "AD")).toBe("AD500")
})

describe("a prefix", () => {
  const cases: [country: string, pattern: string, inside: string[], outside: string[]][] = [
    ["GB", "PA2 *", ["PA2 0AA", "pa20aa", "PA2-0AA"], ["PA20 1AA", "PA201AA", "PA21 2AA"]],
    ["GB", "PA2*", ["PA2 0AA", "PA20AA"], ["PA20 1AA", "PA201AA"]],
    ["GB", "PA20*", ["PA20 1AA", "PA201AA"], ["PA2 0AA", "PA20AA"]],
    ["GB", "PA2 0*", ["PA2 0AA", "PA20AA"], ["PA20 0AA", "PA2 1AA"]],
    ["GB", "BT*", ["BT1 1AA", "bt71aa"], ["B1 1AA", "BA1 1AA"]],
    ["GB", "B*", ["B1 1AA", "B99 1AA"], ["BT1 1AA", "BS1 1AA"]],
    ["GB", "SW1A *", ["SW1A 2AA", "sw1a2aa"], ["SW1 2AA", "SW1P 1AA", "SW11 1AA"]],
    ["GB", "SW1*", ["SW1A 2AA", "SW1P 1AA"], ["SW11 1AA", "SW10 0AA"]],
    ["GB", "E1 *", ["E1 6AN"], ["E10 5NP", "E1W 1AA", "EC1A 1AA"]],
    ["JE", "JE2 *", ["JE2 3AB"], ["JE3 1AA"]],
    ["FR", "75*", ["75001", "75 116"], ["76001", "07500"]],
    ["NL", "1012 *", ["1012 AB", "1012ab"], ["1013 AB", "1021 AB"]],
    ["NL", "10*", ["1012 AB"], ["1112 AB"]],
    ["CA", "K1A *", ["K1A 0B1", "k1a0b1"], ["K1B 0B1"]],
    ["CA", "K*", ["K1A 0B1"], ["L1A 0B1"]],
    ["PT", "9000-*", ["9000-100", "9000100"], ["9001-100"]],
    ["US", "432*", ["43215", "43215-1234"], ["44321"]],
    ["IE", "D02 *", ["D02 X285", "d02x285"], ["D20 X285"]],
    ["LV", "LV-10*", ["LV-1010", "1010"], ["LV-2010"]],
  ]

  test.each(cases)("in %s: %s", (country, pattern, inside, outside) => {
    for (const code of inside) expect([code, matchesPostcode(pattern, code, country)]).toEqual([code, true])
    for (const code of outside) expect([code, matchesPostcode(pattern, code, country)]).toEqual([code, false])
    expect(isPostcodePattern(pattern)).toBe(true)
  })
})

describe("a range", () => {
  const cases: [country: string, pattern: string, inside: string[], outside: string[]][] = [
    ["PT", "9000-9499", ["9000-100", "9000100", "9499 999"], ["9500-100", "8999-999"]],
    ["NL", "1000-1099", ["1012 AB", "1012ab"], ["1100 AB"]],
    ["DE", "01000\u201301999", ["01067", "D-01067"], ["10670"]],
    ["US", "43000-43999", ["43215", "43215-1234", "432151234", "OH 43215"], ["44000", "4321"]],
    ["BR", "01000-05999", ["01001-000", "01001000"], ["06001-000"]],
    ["GB", "PA20-PA49", ["PA20 1AA", "PA35 1AA", "PA491AA"], ["PA2 0AA", "PA50 1AA", "PL20 1AA"]],
    ["GB", "EC1-4", ["EC1A 1BB", "EC4Y 1AA"], ["EC5 1AA", "E1 1AA"]],
  ]

  test.each(cases)("in %s: %s", (country, pattern, inside, outside) => {
    for (const code of inside) expect([code, matchesPostcode(pattern, code, country)]).toEqual([code, true])
    for (const code of outside) expect([code, matchesPostcode(pattern, code, country)]).toEqual([code, false])
    expect(isPostcodePattern(pattern)).toBe(true)
  })
})

test("a more exact pattern comes before any that contains it", () => {
  const orders: [string, string[]][] = [
    ["US", ["43215-1234", "43215", "43210-43219", "43000-43999", "432*", "4*"]],
    ["GB", ["PA20 1AA", "PA20 1*", "PA20 *", "PA20-PA49", "PA*"]],
    ["GB", ["SW1A *", "SW1*", "SW*"]],
    ["PT", ["9000-100", "9000", "9000-9499", "9*"]],
  ]
  for (const [country, patterns] of orders) {
    const exact = patterns.map((pattern) => exactnessOfPostcode(pattern, country))
    expect(exact).toEqual([...exact].sort((a, b) => b - a))
    expect([new Set(exact).size, Math.max(...exact) < 1_000, Math.min(...exact) > 0]).toEqual([
      patterns.length,
      true,
      true,
    ])
  }
})

test("two spellings of one pattern are equal", () => {
  const keys = (country: string, ...patterns: string[]) =>
    new Set(patterns.map((pattern) => patternKey(pattern, country)))
  expect(keys("PT", "9000-100", "9000100", "9000 100", "９０００－１００").size).toBe(1)
  expect(keys("GB", "PA2 *", "pa2 *", "PA2-*", "PA2").size).toBe(1)
  expect(keys("DE", "10*", "10 *", "D-10*").size).toBe(1)
  expect(keys("DE", "01000-01999", "01000 – 01999").size).toBe(1)
  expect(keys("GB", "PA2 0*", "PA20*", "PA2 *", "PA20 0AA", "PA20-29").size).toBe(5)
  expect(tidyPattern(" １０００\u2013１９９９\u200e")).toBe("1000-1999")
})

test("any text can be compared", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.constantFrom("GB", "US", "NL", "", "XX"),
      (pattern, code, country) => {
        expect(typeof matchesPostcode(pattern, code, country)).toBe("boolean")
        expect(patternKey(tidyPattern(pattern), country)).toBe(patternKey(pattern, country))
        const place: Place = { country, state: "", postcode: pattern }
        const to: Destination = { country, state: "", pinCode: code }
        expect(exactness(place, to) ?? 0).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})
