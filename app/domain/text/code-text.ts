import { z } from "zod"
import { ifValid } from "~/domain/form-rules"
import { cleanCode } from "./clean-code"
import { withForeignCharacter } from "./foreign-character"

/** Invisible characters may accompany each of them. */
const UNCLEANED = 4

/** A text that is parsed or compared, cleaned once; names use `visibleLine`. Further checks have `ifValid`. */
export function codeText(most: number, missing: string, tooLong: string, clean = cleanCode) {
  const longest = UNCLEANED * most + 20
  return z
    .string(missing)
    .max(longest, tooLong)
    .overwrite((text) => clean(text.slice(0, longest)))
    .max(most, { error: tooLong, ...ifValid })
}

/** Parameters of a check: the sentence, and the character that cannot be used */
export function foreign(sentence: string, allowed: RegExp) {
  return {
    error: ({ input }: { input?: unknown }) => withForeignCharacter(sentence, String(input), allowed),
    ...ifValid,
  }
}
