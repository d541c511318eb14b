import { z } from "zod"
import { ifValid } from "~/domain/form-rules"
import { cleanSearch } from "~/domain/text/clean-code"
import { searchText } from "~/domain/text/search-text"
import { describeEmailFault, isEmail, MAX_MAIL_ADDRESS, normalizeMailAddress } from "./mail-address"

/** Invisible characters may accompany each of them. */
const UNCLEANED = 4

/** An optional address, in the spelling that is stored and compared */
export function typedEmail(missing: string, invalid: string) {
  return z
    .string(missing)
    .max(UNCLEANED * MAX_MAIL_ADDRESS, invalid)
    .overwrite((text) => normalizeMailAddress(text.slice(0, UNCLEANED * MAX_MAIL_ADDRESS)))
    .max(MAX_MAIL_ADDRESS, { error: invalid, ...ifValid })
}

/** A search term that may be an address */
export const emailSearch = searchText(100, (text) =>
  text.includes("@") ? normalizeMailAddress(text) : cleanSearch(text),
)

/** A schema for `typedEmail`; `invalid` is followed by the character that cannot be used */
export function validEmail(invalid: string, isRight: (text: string) => boolean = isEmail) {
  return z.refine<string>(isRight, {
    error: ({ input }) => [invalid, describeEmailFault(String(input))].filter(Boolean).join(": "),
    ...ifValid,
  })
}
