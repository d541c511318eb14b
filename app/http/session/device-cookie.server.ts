import { randomBytes } from "node:crypto"
import type { KnownDevice } from "~/domain/accounts/sessions/known-device"
import { isObjectId } from "~/domain/object-id"
import { type CookieSettings, openSignedCookie } from "./signed-cookie.server"

/** As long as browsers keep a cookie. */
const FOUR_HUNDRED_DAYS = 400 * 24 * 60 * 60
const ID = /^[\w-]{16}$/

/**
 * By this cookie a browser in which somebody has signed in is known again, also after signing out. It opens nothing:
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export function openDeviceCookie(settings: CookieSettings) {
  const cookie = openSignedCookie("counter-device", settings, { maxAge: FOUR_HUNDRED_DAYS })
  return {
    /** The device, a new one when the browser shows none that was signed here. */
    async read(request: Request): Promise<KnownDevice> {
      const [id = "", ...accounts] = (await cookie.read(request)).split("~")
      if (!ID.test(id)) return { id: randomBytes(12).toString("base64url"), accounts: [] }
      return { id, accounts: accounts.filter(isObjectId) }
    },
    /** The `Set-Cookie` value. */
    write: ({ id, accounts }: KnownDevice) => cookie.write([id, ...accounts].join("~")),
  }
}
