import type { FieldProps } from "./field"
import { TextField } from "./text-field"

interface EmailFieldProps extends Pick<FieldProps, "of" | "hint"> {
  label?: string
  /** "username" where the address signs in */
  autoComplete?: "email" | "username"
}

export function EmailField({ label = "Email", autoComplete = "email", ...field }: EmailFieldProps) {
  return (
    <TextField
      {...field}
      label={label}
      type="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  )
}
