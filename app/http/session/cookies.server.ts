import { openDeviceCookie } from "./device-cookie.server"
import { openDraftCookie } from "./draft-cookie.server"
import { openResetCookie } from "./reset-cookie.server"
import { openSessionCookie } from "./session-cookie.server"
import type { CookieSettings } from "./signed-cookie.server"
import { openToastCookie } from "./toast-cookie.server"
import { openViewedCookie } from "./viewed-cookie.server"

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
