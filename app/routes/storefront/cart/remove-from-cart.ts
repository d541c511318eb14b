// /cart/remove
import { redirect } from "@remix-run/node"
import { CartRemoval } from "~/domain/cart/cart-schemas"
import { changeCart, takeFromCart } from "~/domain/cart/change-cart.server"
import { form } from "~/http/doorways/form.server"
import { asToast } from "~/http/doorways/refusals.server"
import { redirectToCart } from "./cart-redirect.server"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

export const loader = () => redirect("/cart")

/** Other changes on the cart page are saved too; even if they are refused, the product is removed. */
export const action = form(
  CartRemoval,
  async (ctx, { variantId, changes }) => {
    const removed = ctx.cart.find((line) => line.variantId === variantId)
    const cart = await takeFromCart(ctx.shop, ctx, variantId)
    ctx.updateSessionCookie({ cart })
    ctx.updateSessionCookie({ cart: await changeCart(ctx.shop, { user: ctx.user, cart }, changes) })
    const undo = removed && { action: "/cart", fields: { product: variantId, quantity: String(removed.quantity) } }
    return redirectToCart(ctx, "Removed from your cart", undo)
  },
  { screen: "/cart", refused: asToast("/cart") },
)
