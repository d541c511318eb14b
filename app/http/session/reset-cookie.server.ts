import { RESET_MINUTES } from "~/domain/accounts/account-limits"
import { type CookieSettings, openSignedCookie } from "./signed-cookie.server"

/** Holds the token of a reset link while its page is open, so that no address has to. */
export function openResetCookie(settings: CookieSettings) {
  // Not the page's own address alone: with scripts its form is sent to /password/reset.data.
  const cookie = openSignedCookie("counter-reset", settings, { path: "/password", maxAge: RESET_MINUTES * 60 })
  return {
    read: cookie.read,
    /** The `Set-Cookie` value that keeps a token, or lets it go. */
    write: (token: string | null) => (token === null ? cookie.write("", { maxAge: 0 }) : cookie.write(token)),
  }
}
