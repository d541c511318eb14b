/** Names the account to password managers on pages without an email field. */
export function PasswordManagerUsername({ email }: { email: string }) {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />
}
