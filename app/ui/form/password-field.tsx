import { useState } from "react"
import { PASSWORD_RULES } from "~/domain/accounts/passwords/password-rules"
import { Icon } from "~/ui/icon"
import { useHydrated } from "~/ui/use-hydrated"
import { controlProps, Field, type FieldProps } from "./field"

interface PasswordFieldProps extends FieldProps {
  autoComplete: "current-password" | "new-password"
}

/** Secrets are never sent back, so the field is empty after a failed attempt. */
export function PasswordField({ of, label, hint, required, autoComplete }: PasswordFieldProps) {
  const hydrated = useHydrated()
  const [shown, setShown] = useState(false)
  return (
    <Field of={of} label={label} hint={hint} required={required}>
      <span className="password">
        <input
          key={of.key}
          type={shown ? "text" : "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          {...controlProps({ of, hint, required })}
        />
        {hydrated && (
          <button type="button" className="icon-button" aria-pressed={shown} onClick={() => setShown(!shown)}>
            <Icon name={shown ? "eye-off" : "eye"} label="Show password" />
          </button>
        )}
      </span>
    </Field>
  )
}

export function NewPasswordField({ of, label }: Pick<FieldProps, "of" | "label">) {
  return <PasswordField of={of} label={label} autoComplete="new-password" hint={PASSWORD_RULES} required />
}

/** Names the account to password managers on pages without an email field. */
export function PasswordManagerUsername({ email }: { email: string }) {
  const hydrated = useHydrated()
  // Browsers without styles would show it.
  return hydrated && <input type="text" autoComplete="username" value={email} readOnly hidden />
}
