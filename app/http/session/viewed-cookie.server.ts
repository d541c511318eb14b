import { createCookie } from "@remix-run/node"
import { formatViewed, parseViewed } from "~/domain/catalog/viewed-products"
import type { CookieSettings } from "./session-cookie.server"

/** The products that a member has looked at in this browser; it ends with the browser, and is nobody else's. */
export interface ViewedCookie {
  /** The last one first; none of another account. */
  read(request: Request, member: { id: string }): Promise<string[]>
  /** The `Set-Cookie` value. */
  write(member: { id: string }, ids: readonly string[]): Promise<string>
}

const NAME = "counter-viewed"

export function openViewedCookie({ secrets, secure }: CookieSettings): ViewedCookie {
  const name = secure ? `__Host-${NAME}` : NAME
  const cookie = createCookie(name, { secrets, secure, httpOnly: true, sameSite: "lax", path: "/" })
  return {
    async read(request, { id }) {
      const value: unknown = await cookie.parse(request.headers.get("Cookie"))
      const [owner, ids = ""] = typeof value === "string" ? value.split(":", 2) : []
      return owner === id ? parseViewed(ids) : []
    },
    write({ id }, ids) {
      return cookie.serialize(`${id}:${formatViewed(ids)}`)
    },
  }
}
