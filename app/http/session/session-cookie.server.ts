import type { Cart } from "~/domain/cart/cart"
import { decodeCart, encodeCart } from "./cart-cookie"
import { type CookieSettings, openSignedCookie } from "./signed-cookie.server"

/** The session cookie: a session's secret when signed in, and the cart. */
interface CookieContents {
  token: string | null
  cart: Cart
}

export type SessionCookie = ReturnType<typeof openSessionCookie>

const THIRTY_DAYS = 30 * 24 * 60 * 60
const TOKEN = /^[\w-]{32}$/

/** Says who is signed in, and what a browser's cart holds. */
export function openSessionCookie(settings: CookieSettings) {
  const cookie = openSignedCookie("counter", settings)
  return {
    name: cookie.name,
    async read(request: Request): Promise<CookieContents> {
      const [token = "", cart = ""] = (await cookie.read(request)).split("~", 2)
      return { token: TOKEN.test(token) ? token : null, cart: decodeCart(cart) }
    },
    /** The `Set-Cookie` value. @param maxAge in seconds: what is left of the session, thirty days for a cart alone */
    write({ token, cart }: CookieContents, maxAge = THIRTY_DAYS): Promise<string> {
      return cookie.write(`${token ?? ""}~${encodeCart(cart)}`, { maxAge })
    },
  }
}
