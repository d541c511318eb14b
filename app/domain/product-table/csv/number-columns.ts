import { cleanNumber } from "~/domain/text/clean-code"

export type DecimalMark = "," | "."

/** How the numbers of a column are written */
export interface NumberFormat {
  /** Null if no value shows it */
  decimal: DecimalMark | null
  /** A value that can be read in two ways, if the others do not show which is meant */
  ambiguous: string | null
}

/** The longest text that is read as a number, in characters */
const MAX_LENGTH = 60

/** A sign, and the currency before or after the digits and separators */
const PARTS =
  /^([-+\u2212]?)(?:\p{L}{0,3}\p{Sc}|\p{L}{1,4}\.?)? ?([-+\u2212]?)([\d.,'\u2019 ]{1,40}?) ?(?:[\p{L}\p{Sc}]{1,4}\.?|[-\u2013]{1,2})?$/u

interface Digits {
  sign: "" | "-"
  /** Digits with `.` and `,` as in the text; other separators of thousands are removed. */
  text: string
}

function digitsOf(cell: string): Digits | null {
  if (cell.length > MAX_LENGTH) return null
  const [, before = "", after = "", text = ""] = PARTS.exec(cleanNumber(cell)) ?? []
  const bare = text.replaceAll(/['\u2019 ]/g, "").replace(/,$/, "")
  if (!/\d/.test(bare)) return null
  return { sign: /[-\u2212]/.test(before + after) ? "-" : "", text: bare }
}

/** Returns the mark of the decimals that this text shows; "either" if both readings are numbers. */
function markOf(text: string): DecimalMark | "either" | null {
  const [commas, points] = [text.split(",").length - 1, text.split(".").length - 1]
  if (commas + points === 0) return null
  if (commas > 0 && points > 0) return text.lastIndexOf(",") > text.lastIndexOf(".") ? "," : "."
  const mark = commas > 0 ? "," : "."
  const other = commas > 0 ? "." : ","
  if (commas + points > 1) return other
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(text) ? "either" : mark
}

/** Collects the numbers of a column, to find out how they are written. */
export class NumberColumn {
  #shown = new Set<DecimalMark>()
  #ambiguous: string | null = null

  add(cell: string): void {
    const digits = digitsOf(cell)
    if (!digits) return
    const mark = markOf(digits.text)
    if (mark === "either") this.#ambiguous ??= cell.trim()
    else if (mark) this.#shown.add(mark)
  }

  /** `usual` is the mark that the writer of the file uses for certain. */
  format(usual: DecimalMark | null = null): NumberFormat {
    const [only, other] = this.#shown
    if (only && !other) return { decimal: only, ambiguous: null }
    const isUsual = !only && usual !== null && this.#ambiguous?.includes(usual)
    return isUsual ? { decimal: usual, ambiguous: null } : { decimal: null, ambiguous: this.#ambiguous }
  }
}

/** Returns a number such as `-1234.50`; null if the text is not a number or can be read in two ways. */
export function readNumber(cell: string, decimal: DecimalMark | null): string | null {
  const digits = digitsOf(cell)
  if (!digits) return null
  const shown = markOf(digits.text)
  const mark = shown === "either" ? decimal : shown
  if (shown === "either" && mark === null) return null
  const thousands = mark === "," ? "." : ","
  const [whole = "", part, ...others] = digits.text.replaceAll(thousands, "").split(mark ?? ".")
  if (others.length > 0) return null
  return `${digits.sign}${whole || "0"}${part ? `.${part}` : ""}`
}
