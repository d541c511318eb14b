/** The only pages with passkeys, and the directives of the Permissions-Policy that each needs */
export const passkeyPages = {
  "/login/passkey": "publickey-credentials-get",
  "/account/security/passkeys/new": "publickey-credentials-create",
} as const

export function isPasskeyPage(path: string): path is keyof typeof passkeyPages {
  return Object.hasOwn(passkeyPages, path)
}
