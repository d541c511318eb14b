import { createHmac } from "node:crypto"
import { type CookieOptions, createCookie } from "@remix-run/node"

export interface CookieSettings {
  /** The first signs, all verify. */
  secrets: string[]
  secure: boolean
}

/** A request, or as much of it as cookies need */
export interface CookieSource {
  headers: Pick<Headers, "get">
}

type Lifetime = Pick<CookieOptions, "path" | "maxAge">

/** Signed with the secret itself, so that sessions and carts survive the upgrade */
export const SESSION_COOKIE = "counter"

/** Derives keys for each cookie, because a signature does not cover its name. */
export function keysOf(name: string, secrets: readonly string[]): string[] {
  if (name === SESSION_COOKIE) return [...secrets]
  return secrets.map((secret) => createHmac("sha256", secret).update(name).digest("base64url"))
}

/** A `__Host-` cookie must have the path `/`. */
export function cookieOptions(
  name: string,
  { secrets, secure }: CookieSettings,
  { path = "/", maxAge }: Lifetime = {},
) {
  const prefix = path === "/" ? "__Host-" : "__Secure-"
  const keys = keysOf(name, secrets)
  const options: CookieOptions = { secrets: keys, secure, httpOnly: true, sameSite: "lax", path, maxAge }
  return { name: secure ? prefix + name : name, ...options }
}

export function openSignedCookie(ownName: string, settings: CookieSettings, lifetime?: Lifetime) {
  const { name, ...options } = cookieOptions(ownName, settings, lifetime)
  const cookie = createCookie(name, options)
  return {
    name,
    /** Returns `""` for a missing or forged cookie. */
    async read(request: CookieSource): Promise<string> {
      const value: unknown = await cookie.parse(request.headers.get("Cookie"))
      return typeof value === "string" ? value : ""
    },
    write(text: string, { maxAge }: Pick<CookieOptions, "maxAge"> = lifetime ?? {}): Promise<string> {
      return cookie.serialize(text, { maxAge })
    },
  }
}
