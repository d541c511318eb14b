import { z } from "zod"
import { ifValid } from "~/domain/form-rules"

/** For a form, which sends a line break as the two characters CR and LF (HTML, "constructing the entry list") */
export function withPlainBreaks(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n")
}

/** A text of several lines, in which a line break is one character, as `maxlength` counts it. Further checks have `ifValid`. */
export function textLines(most: number, missing: string, tooLong: string) {
  return z
    .string(missing)
    .max(2 * most, tooLong)
    .overwrite((text) => withPlainBreaks(text.slice(0, 2 * most)).trim())
    .max(most, { error: tooLong, ...ifValid })
}
