import { createCookie } from "@remix-run/node"
import { RESET_MINUTES } from "~/domain/accounts/account-limits"
import type { CookieSettings } from "./session-cookie.server"

/** Holds the token of a reset link while its page is open, so that no address has to. */
export interface ResetCookie {
  /** The token; empty when there is none. */
  read(request: Request): Promise<string>
  /** The `Set-Cookie` value that keeps a token, or lets it go. */
  write(token: string | null): Promise<string>
}

const NAME = "counter-reset"

export function openResetCookie({ secrets, secure }: CookieSettings): ResetCookie {
  const cookie = createCookie(secure ? `__Secure-${NAME}` : NAME, {
    secrets,
    secure,
    httpOnly: true,
    // A link in a webmail comes from another site, and so does what it is redirected to.
    sameSite: "lax",
    // Not the page's own address alone: with scripts its form is sent to /password/reset.data.
    path: "/password",
    maxAge: RESET_MINUTES * 60,
  })
  return {
    async read(request) {
      const token: unknown = await cookie.parse(request.headers.get("Cookie"))
      return typeof token === "string" ? token : ""
    },
    write(token) {
      return token === null ? cookie.serialize("", { maxAge: 0 }) : cookie.serialize(token)
    },
  }
}
