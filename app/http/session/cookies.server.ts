import { RESET_MINUTES } from "~/domain/accounts/account-limits"
import { formatViewed, parseViewed } from "~/domain/catalog/viewed-products"
import { openDeviceCookie } from "./device-cookie.server"
import { openSessionCookie } from "./session-cookie.server"
import { type CookieSettings, openSignedCookie } from "./signed-cookie.server"
import { openToastCookie } from "./toast-cookie.server"

export type Cookies = ReturnType<typeof openCookies>

/** Everything that the shop keeps in browsers. */
export function openCookies(settings: CookieSettings) {
  return {
    sessionCookie: openSessionCookie(settings),
    deviceCookie: openDeviceCookie(settings),
    resetCookie: openResetCookie(settings),
    toastCookie: openToastCookie(settings),
    draftCookie: openDraftCookie(settings),
    viewedCookie: openViewedCookie(settings),
  }
}

const HALF_AN_HOUR = 30 * 60

/** Holds the browser's key to what was typed in it when a session had ended. */
function openDraftCookie(settings: CookieSettings) {
  return openSignedCookie("counter-draft", settings, { maxAge: HALF_AN_HOUR })
}

/** Holds the token of a reset link while its page is open, so that no address has to. */
function openResetCookie(settings: CookieSettings) {
  // Not the page's own address alone: with scripts its form is sent to /password/reset.data.
  const cookie = openSignedCookie("counter-reset", settings, { path: "/password", maxAge: RESET_MINUTES * 60 })
  return {
    read: cookie.read,
    /** The `Set-Cookie` value that keeps a token, or lets it go. */
    write: (token: string | null) => (token === null ? cookie.write("", { maxAge: 0 }) : cookie.write(token)),
  }
}

/** The products that a member has looked at in this browser; it ends with the browser, and belongs to one account. */
function openViewedCookie(settings: CookieSettings) {
  const cookie = openSignedCookie("counter-viewed", settings)
  return {
    /** The last one first; none of another account. */
    async read(request: Request, { id }: { id: string }): Promise<string[]> {
      const [owner, ids = ""] = (await cookie.read(request)).split(":", 2)
      return owner === id ? parseViewed(ids) : []
    },
    /** The `Set-Cookie` value. */
    write: ({ id }: { id: string }, ids: readonly string[]) => cookie.write(`${id}:${formatViewed(ids)}`),
  }
}
