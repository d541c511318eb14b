import { changeCart, takeFromCart } from "~/domain/cart/change-cart.server"
import type { LineItem } from "~/domain/catalog/line-item"
import type { FormContext } from "~/http/doorways/doorway.server"
import { redirectToCart } from "./cart-redirect.server"

/** Removes a line; other changes on the cart page are saved too, and even if they are refused, the line is removed. */
export async function removeLine(ctx: FormContext<unknown>, variantId: string, changes: LineItem[]): Promise<Response> {
  const removed = ctx.cart.find((line) => line.variantId === variantId)
  const cart = await takeFromCart(ctx.shop, ctx, variantId)
  ctx.updateSessionCookie({ cart })
  ctx.updateSessionCookie({ cart: await changeCart(ctx.shop, { user: ctx.user, cart }, changes) })
  const undo = removed && { action: "/cart", fields: { product: variantId, quantity: String(removed.quantity) } }
  return redirectToCart(ctx, "Removed from your cart", undo)
}
