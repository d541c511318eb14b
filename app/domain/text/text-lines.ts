import { z } from "zod"

/** Of a form, which sends a line break as two characters, CR and LF (HTML, "constructing the entry list"). */
export function withPlainBreaks(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n")
}

/** A text of several lines, in which a line break is one character, as `maxlength` counts it. */
export function textLines(most: number, missing: string, tooLong: string) {
  return z
    .string(missing)
    .max(2 * most, { error: tooLong, abort: true })
    .overwrite((text) => withPlainBreaks(text).trim())
    .max(most, { error: tooLong, abort: true })
}
