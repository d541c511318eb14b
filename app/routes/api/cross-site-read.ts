import { ShopError } from "~/domain/shop-error"
import type { RequestContext } from "../../http/request-context.server"

/**
 * For the one read that does something, signing out: refuses when another site made the browser ask. `Sec-Fetch-Site`
 * decides where the browser says it; older ones say at least where they come from.
 * @throws ShopError `forbidden`
 */
export function refuseCrossSiteRead({ request: { headers }, shop }: Pick<RequestContext, "request" | "shop">): void {
  const site = headers.get("Sec-Fetch-Site")
  const from = headers.get("Origin") ?? originOf(headers.get("Referer"))
  const allowed =
    site === null ? from === null || from === shop.identity.url : site === "same-origin" || site === "none"
  if (!allowed) throw new ShopError("forbidden", "This request came from another site and was refused.")
}

function originOf(address: string | null): string | null {
  return address !== null && URL.canParse(address) ? new URL(address).origin : null
}
