import { trimEnd } from "~/domain/text/trim-end"

type PasskeyFeature = "publickey-credentials-get" | "publickey-credentials-create"

/** The only pages with passkeys, and the directives of the Permissions-Policy that each of them needs */
const passkeyPages: Partial<Record<string, PasskeyFeature>> = {
  "/login/passkey": "publickey-credentials-get",
  "/account/security/passkeys/new": "publickey-credentials-create",
}

/** Normalises a path like the router: any case, trailing slashes. */
export function passkeyFeatureOf(path: string): PasskeyFeature | undefined {
  return passkeyPages[trimEnd(path.toLowerCase(), "/")]
}
