import { type CookieSettings, openSignedCookie } from "./signed-cookie.server"

const HALF_AN_HOUR = 30 * 60

/** Holds the browser's key to what was typed in it when a session had ended. */
export function openDraftCookie(settings: CookieSettings) {
  return openSignedCookie("counter-draft", settings, { maxAge: HALF_AN_HOUR })
}
