// /cart/remove
import { redirect } from "@remix-run/node"
import { CartRemoval } from "~/domain/cart/cart-schemas"
import { form } from "~/http/doorways/form.server"
import { asToast } from "~/http/doorways/refusals.server"
import { removeLine } from "./remove-line.server"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

export const loader = () => redirect("/cart")

/** For cart pages that were loaded before the cart's own form removed lines */
export const action = form(CartRemoval, async (ctx, { variantId, changes }) => removeLine(ctx, variantId, changes), {
  screen: "/cart",
  refused: asToast("/cart"),
})
