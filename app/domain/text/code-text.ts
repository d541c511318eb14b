import { z } from "zod"
import { ifRight } from "~/domain/form-rules"
import { cleanCode } from "./clean-code"
import { withForeignCharacter } from "./foreign-character"

/** Invisible characters may come with every one of them. */
const UNCLEANED = 4

/** A text that is parsed or compared, cleaned once; names have `visibleLine`. */
export function codeText(most: number, missing: string, tooLong: string, clean = cleanCode) {
  return z
    .string(missing)
    .max(UNCLEANED * most + 20, { error: tooLong, abort: true })
    .overwrite(clean)
    .max(most, { error: tooLong, abort: true })
}

/** Parameters of a check: the sentence, and which character cannot be used. */
export function foreign(sentence: string, allowed: RegExp) {
  return {
    error: ({ input }: { input?: unknown }) => withForeignCharacter(sentence, String(input), allowed),
    ...ifRight,
  }
}
