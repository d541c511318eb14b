import { z } from "zod"
import { visibleLine } from "~/domain/text/visible-line"

const MAX_NAME_LENGTH = 60

/** JSON made by the browser from the authenticator's response */
const MAX_CREDENTIAL_LENGTH = 16_000

const MISSING_CREDENTIAL = "Please try again: your browser did not send a passkey"

/** The browser's response, in JSON */
export const PasskeyForm = z.object({
  credential: z.string({ error: MISSING_CREDENTIAL }).max(MAX_CREDENTIAL_LENGTH, "This passkey cannot be used here"),
})

export const PasskeyName = z.object({
  name: visibleLine(MAX_NAME_LENGTH, {
    missing: "Please enter a name",
    tooLong: `A name may have at most ${MAX_NAME_LENGTH} characters`,
    unprintable: "This name contains a character that cannot be used",
  }),
})

export const NewPasskeyForm = PasskeyForm.extend(PasskeyName.shape)

export type PasskeyName = z.output<typeof PasskeyName>
export type NewPasskeyForm = z.output<typeof NewPasskeyForm>
