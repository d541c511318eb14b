import { CASE_RANGES } from "./case-ranges"

/**
 * Returns a key that is equal for texts that differ only in case: `straße` and `STRASSE`, `İçecek` and `içecek`,
 * `ΜΕΓΕΘΟΣ` and `μεγεθος`. All forms of the Turkish i are one, because a text does not say its language. Accents count.
 * The database computes the same with `text_key`; `toLowerCase` and `lower` differ, by their versions and locales.
 */
export function textKey(text: string): string {
  return isAscii(text) ? text.toLowerCase() : foldCase(text.normalize("NFD")).normalize("NFC")
}

/** Folds a text whose letters and accents are separate, so that its marks can be removed afterwards. */
export function foldCase(decomposed: string): string {
  const folded = Array.from(decomposed, (letter) => LONG_FORMS[letter] ?? shortForm(letter)).join("")
  return folded.replaceAll("i\u0307", "i")
}

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text)

/** The letters that Unicode's full case folding expands into several */
const LONG_FORMS: Readonly<Record<string, string>> = {
  ...{ ß: "ss", ẞ: "ss", ŉ: "ʼn", ẚ: "aʾ", և: "եւ", ﬀ: "ff", ﬁ: "fi", ﬂ: "fl", ﬃ: "ffi", ﬄ: "ffl" },
  ...{ ﬅ: "st", ﬆ: "st", ﬓ: "մն", ﬔ: "մե", ﬕ: "մի", ﬖ: "վն", ﬗ: "մխ" },
}

let shortForms: ReadonlyMap<string, string> | undefined

function shortForm(letter: string): string {
  shortForms ??= new Map(CASE_RANGES.trim().split(/\s+/).flatMap(readRange))
  return shortForms.get(letter) ?? letter
}

function readRange(range: string): [letter: string, form: string][] {
  const [, first = "", last = first, step = "1", distance] = /^(\w+)(?:-(\w+))?(?:\/(\d))?:(-?\d+)$/.exec(range) ?? []
  const [start, end] = [first, last].map((code) => Number.parseInt(code, 16)) as [number, number]
  return Array.from({ length: (end - start) / Number(step) + 1 }, (_, index) => {
    const code = start + index * Number(step)
    return [String.fromCodePoint(code), String.fromCodePoint(code + Number(distance))]
  })
}
