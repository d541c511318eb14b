import { randomBytes } from "node:crypto"
import { createCookie } from "@remix-run/node"
import type { KnownDevice } from "~/domain/accounts/known-device"
import { isObjectId } from "~/domain/object-id"
import type { CookieSettings } from "./session-cookie.server"

export interface DeviceCookie {
  /** The device, a new one when the browser shows none that was signed here. */
  read(request: Request): Promise<KnownDevice>
  /** The `Set-Cookie` value. */
  write(device: KnownDevice): Promise<string>
}

const NAME = "counter-device"
/** As long as browsers keep a cookie. */
const FOUR_HUNDRED_DAYS = 400 * 24 * 60 * 60
const ID = /^[\w-]{16}$/

/**
 * By this cookie a browser in which somebody has signed in is known again, also after signing out. It opens nothing:
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export function openDeviceCookie({ secrets, secure }: CookieSettings): DeviceCookie {
  const name = secure ? `__Host-${NAME}` : NAME
  const cookie = createCookie(name, {
    secrets,
    secure,
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    maxAge: FOUR_HUNDRED_DAYS,
  })
  return {
    async read(request) {
      const value: unknown = await cookie.parse(request.headers.get("Cookie"))
      const [id = "", ...accounts] = typeof value === "string" ? value.split("~") : []
      if (!ID.test(id)) return { id: randomBytes(12).toString("base64url"), accounts: [] }
      return { id, accounts: accounts.filter(isObjectId) }
    },
    write({ id, accounts }) {
      return cookie.serialize([id, ...accounts].join("~"))
    },
  }
}
