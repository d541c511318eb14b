import type { FieldProps } from "./field"
import { TextField } from "./text-field"

/** For a code of an authenticator app or a recovery code. */
export function CodeField({ of }: Pick<FieldProps, "of">) {
  return (
    <TextField
      of={of}
      label="Code"
      hint="The six digits that your authenticator app shows now, or one of your recovery codes"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  )
}
