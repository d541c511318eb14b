// /discount/:code
import { page } from "~/http/doorways/page.server"
import { enterCode } from "~/http/session/entered-code.server"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

/** A link in a newsletter: adds the code to the cart. */
export const loader = page(async (ctx) => {
  await enterCode(ctx, (ctx.params.code ?? "").slice(0, 60).trim())
  return ctx.redirect("/cart")
})
