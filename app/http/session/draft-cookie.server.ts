import { createCookie } from "@remix-run/node"
import type { CookieSettings } from "./session-cookie.server"

/** The browser's key to what was typed in it when a session had ended. */
export interface DraftCookie {
  read(request: Request): Promise<string | null>
  /** The `Set-Cookie` value. */
  write(id: string): Promise<string>
}

const HALF_AN_HOUR = 30 * 60

export function openDraftCookie({ secrets, secure }: CookieSettings): DraftCookie {
  const cookie = createCookie(secure ? "__Host-counter-draft" : "counter-draft", {
    secrets,
    secure,
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    maxAge: HALF_AN_HOUR,
  })
  return {
    async read(request) {
      const id: unknown = await cookie.parse(request.headers.get("Cookie"))
      return typeof id === "string" ? id : null
    },
    write: (id) => cookie.serialize(id),
  }
}
