import { ShopError } from "~/domain/shop-error"
import { isCrossSite } from "~/http/cross-site"
import { isOwnOrigin } from "~/http/own-host"
import type { RequestContext } from "~/http/request-context.server"

/**
 * For the one read that does something, signing out: refuses when another site made the browser ask.
 * @throws ShopError `forbidden`
 */
export function refuseCrossSiteRead({ request: { headers }, shop }: Pick<RequestContext, "request" | "shop">) {
  const isOwn = (origin: string) => isOwnOrigin(origin, headers.get("Host") ?? undefined, shop.identity.url)
  if (isCrossSite((name) => headers.get(name), isOwn)) {
    throw new ShopError("forbidden", "This request came from another site and was refused.")
  }
}
