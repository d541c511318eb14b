import { ifValid } from "~/domain/form-rules"

/** Control characters, and those that change the direction of the following text */
const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
const UNPRINTABLE_RUN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu
const UNPRINTABLE_IN_LINES = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

export function isPrintable(text: string): boolean {
  return !UNPRINTABLE.test(text)
}

/** For a text of several lines */
export function arePrintableLines(text: string): boolean {
  return !UNPRINTABLE_IN_LINES.test(text)
}

export function withoutUnprintable(text: string): string {
  return text.replace(UNPRINTABLE_RUN, " ")
}

/** Parameters of a refinement: the sentence, and the character concerned */
export function unprintable(sentence: string) {
  return {
    error: ({ input }: { input?: unknown }) => `${sentence}: ${describeUnprintable(String(input))}`,
    ...ifValid,
  }
}

/** A text such as `an invisible direction mark (U+202E) after “Ada”` */
export function describeUnprintable(text: string): string {
  const [character = "\n"] = UNPRINTABLE_IN_LINES.exec(text) ?? []
  const at = text.indexOf(character)
  const before = [...text.slice(Math.max(0, at - 2 * QUOTED), at)].slice(-QUOTED).join("").trim()
  return `${nameOfInvisible(character)} ${before === "" ? "at the beginning" : `after “${before}”`}`
}

const QUOTED = 20

/** A text such as `a tab` or `an invisible direction mark (U+202E)` */
export function nameOfInvisible(character: string): string {
  if (character === "\t") return "a tab"
  if (/^[\n\r\u2028\u2029]$/.test(character)) return "a line break"
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")
  const kind = /\p{Cc}/u.test(character)
    ? "control character"
    : UNPRINTABLE.test(character)
      ? "direction mark"
      : "character"
  return `an invisible ${kind} (U+${code})`
}

/** Returns false for zero-width characters, fillers and the like. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
}
