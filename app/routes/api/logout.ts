// GET /api/v1/logout
import { ShopError } from "~/domain/shop-error"
import { visitorCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import type { RequestContext } from "~/http/doorways/request-context.server"
import { CROSS_SITE_MESSAGE, isCrossSite, isUnnamedBrowser } from "~/http/origin/cross-site"
import { isOwnOrigin } from "~/http/origin/own-host"
import { signOut } from "~/http/session/sign-in.server"

export const loader = endpoints({
  GET: visitorCall(
    {
      chapter: "Account",
      summary: "Sign out",
      notes: "Ends the session on the server. A link or a picture on another site cannot end it.",
      successMessage: "Logged out",
      refusals: { 403: CROSS_SITE_MESSAGE },
    },
    async (ctx) => {
      refuseCrossSiteRead(ctx)
      await signOut(ctx)
    },
  ),
})

export const action = loader

/** @throws ShopError `forbidden` for a request from another site, because this GET request signs out */
function refuseCrossSiteRead({ request: { headers }, shop }: Pick<RequestContext, "request" | "shop">) {
  const isOwn = (origin: string) => isOwnOrigin(origin, headers.get("Host") ?? undefined, shop.identity.url)
  const header = (name: string) => headers.get(name)
  if (isCrossSite(header, isOwn) || isUnnamedBrowser(header)) throw new ShopError("forbidden", CROSS_SITE_MESSAGE)
}
