import { createCookie } from "@remix-run/node"
import type { Cart } from "~/domain/cart/cart"
import { decodeCart, encodeCart } from "./cart-cookie"

/** The session cookie: a session's secret when signed in, and the cart. */
interface CookieContents {
  token: string | null
  cart: Cart
}

export interface SessionCookie {
  readonly name: string
  read(request: Request): Promise<CookieContents>
  /** The `Set-Cookie` value. @param maxAge in seconds: what is left of the session, thirty days for a cart alone */
  write(contents: CookieContents, maxAge?: number): Promise<string>
}

const THIRTY_DAYS = 30 * 24 * 60 * 60
const TOKEN = /^[\w-]{32}$/

export interface CookieSettings {
  /** The first signs, all verify. */
  secrets: string[]
  /** Behind https: Secure, and bound to this host by its `__Host-` name. */
  secure: boolean
}

/** The one signed cookie of the shop; a forged or foreign one reads as empty. */
export function openSessionCookie({ secrets, secure }: CookieSettings): SessionCookie {
  const cookie = createCookie(secure ? "__Host-counter" : "counter", {
    secrets,
    secure,
    httpOnly: true,
    sameSite: "lax",
    path: "/",
  })
  return {
    name: cookie.name,
    async read(request) {
      const value: unknown = await cookie.parse(request.headers.get("Cookie"))
      if (typeof value !== "string") return { token: null, cart: [] }
      const [token = "", cart = ""] = value.split("~", 2)
      return { token: TOKEN.test(token) ? token : null, cart: decodeCart(cart) }
    },
    write({ token, cart }, maxAge = THIRTY_DAYS) {
      return cookie.serialize(`${token ?? ""}~${encodeCart(cart)}`, { maxAge })
    },
  }
}
