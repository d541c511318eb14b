import type { FieldProps } from "../field"
import { TextField } from "../text-field"

/** For a code of an authenticator app, if there is one, or a recovery code. */
export function CodeField({ of, hasApp }: Pick<FieldProps, "of"> & { hasApp: boolean }) {
  return (
    <TextField
      of={of}
      label="Code"
      hint={
        hasApp
          ? "The six digits that your authenticator app shows, or one of your recovery codes"
          : "One of your recovery codes"
      }
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  )
}
