import { randomBytes } from "node:crypto"
import type { KnownDevice } from "~/domain/accounts/sessions/known-device"
import { isObjectId } from "~/domain/object-id"
import { type CookieSettings, openSignedCookie } from "./signed-cookie.server"

/** The longest time that browsers keep a cookie */
const FOUR_HUNDRED_DAYS = 400 * 24 * 60 * 60
const ID = /^[\w-]{16}$/

/** https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies */
export function openDeviceCookie(settings: CookieSettings) {
  const cookie = openSignedCookie("counter-device", settings, { maxAge: FOUR_HUNDRED_DAYS })
  return {
    async read(request: Request): Promise<KnownDevice> {
      const [id = "", ...accounts] = (await cookie.read(request)).split("~")
      if (!ID.test(id)) return { id: randomBytes(12).toString("base64url"), accounts: [], isNew: true }
      return { id, accounts: accounts.filter(isObjectId) }
    },
    write: ({ id, accounts }: KnownDevice) => cookie.write([id, ...accounts].join("~")),
  }
}
