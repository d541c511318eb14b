/** The only pages that may ask for a passkey, and what of the Permissions-Policy each needs. */
export const passkeyPages = {
  "/login/passkey": "publickey-credentials-get",
  "/account/security/passkeys/new": "publickey-credentials-create",
} as const

export function isPasskeyPage(path: string): path is keyof typeof passkeyPages {
  return Object.hasOwn(passkeyPages, path)
}
