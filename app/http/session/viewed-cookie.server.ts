import { formatViewed, parseViewed } from "~/domain/catalog/viewed-products"
import { type CookieSettings, openSignedCookie } from "./signed-cookie.server"

/** The products that a member has looked at in this browser; it ends with the browser, and belongs to one account. */
export function openViewedCookie(settings: CookieSettings) {
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
