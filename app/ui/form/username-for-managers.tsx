/** Tells password managers whose password it is, where the page asks for no e-mail address. Nobody else meets it. */
export function UsernameForManagers({ email }: { email: string }) {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />
}
