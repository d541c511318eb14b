/** Tells password managers whose password it is, where the page asks for no e-mail address. It is hidden from people. */
export function PasswordManagerUsername({ email }: { email: string }) {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />
}
