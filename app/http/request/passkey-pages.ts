import { trimEnd } from "~/domain/text/trim-end"

type PasskeyFeature = "publickey-credentials-get" | "publickey-credentials-create"

/** The only pages with passkeys, and the directives of the Permissions-Policy that each needs */
const passkeyPages: Partial<Record<string, PasskeyFeature>> = {
  "/login/passkey": "publickey-credentials-get",
  "/account/security/passkeys/new": "publickey-credentials-create",
}

/** Reads a path as routes are matched: in any case, and with slashes at its end. */
export function passkeyFeatureOf(path: string): PasskeyFeature | undefined {
  return passkeyPages[trimEnd(path.toLowerCase(), "/")]
}
