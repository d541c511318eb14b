import type { Cart } from "~/domain/cart/cart"
import { decodeCart, encodeCart } from "./cart-cookie"
import { type CookieSettings, type CookieSource, openSignedCookie, SESSION_COOKIE } from "./signed-cookie.server"

interface CookieContents {
  token: string | null
  cart: Cart
}

export type SessionCookie = ReturnType<typeof openSessionCookie>

const THIRTY_DAYS = 30 * 24 * 60 * 60
const TOKEN = /^[\w-]{32}$/

export function openSessionCookie(settings: CookieSettings) {
  const cookie = openSignedCookie(SESSION_COOKIE, settings)
  return {
    name: cookie.name,
    async read(request: CookieSource): Promise<CookieContents> {
      const [token = "", cart = ""] = (await cookie.read(request)).split("~", 2)
      return { token: TOKEN.test(token) ? token : null, cart: decodeCart(cart) }
    },
    /** @param maxAge seconds; by default that of a cart alone */
    write({ token, cart }: CookieContents, maxAge = THIRTY_DAYS): Promise<string> {
      return cookie.write(`${token ?? ""}~${encodeCart(cart)}`, { maxAge })
    },
  }
}
