import { z } from "zod"
import { isPrintable, isVisible, unprintable } from "~/domain/text/line-of-text"

const MAX_NAME_LENGTH = 60

/** In JSON, as browsers make them of what an authenticator returns. */
const MAX_CREDENTIAL_LENGTH = 16_000

const MISSING_CREDENTIAL = "Please try again: your browser sent no passkey"

/** What the browser returned, in JSON. */
export const PasskeyForm = z.object({
  credential: z.string({ error: MISSING_CREDENTIAL }).max(MAX_CREDENTIAL_LENGTH, "This passkey cannot be used here"),
})

export const PasskeyName = z.object({
  name: z
    .string({ error: "Please enter a name" })
    .trim()
    .min(1, { error: "Please enter a name", abort: true })
    .max(MAX_NAME_LENGTH, { error: `A name may have at most ${MAX_NAME_LENGTH} characters`, abort: true })
    .refine(isPrintable, unprintable("This name contains a character that cannot be used"))
    .refine(isVisible, "Please enter a name"),
})

export const NewPasskeyForm = PasskeyForm.extend(PasskeyName.shape)

export type PasskeyName = z.output<typeof PasskeyName>
export type NewPasskeyForm = z.output<typeof NewPasskeyForm>
