// /cart/remove
import { type ActionFunctionArgs, redirect } from "@remix-run/node"
import { RemoveFromCartForm } from "~/domain/cart/cart-forms"
import { takeFromCart } from "~/domain/cart/cart-lines.server"
import { form } from "~/http/form.server"

export function loader() {
  return redirect("/cart")
}

export function action(args: ActionFunctionArgs) {
  return form(args, RemoveFromCartForm, async (scene, { product }) => {
    const removed = scene.cart.find((line) => line.product === product)
    scene.carry({ cart: await takeFromCart(scene.shop, scene, product) })
    const undo = removed && { action: "/cart", fields: { product, quantity: String(removed.quantity) } }
    return scene.redirectWithSuccess("/cart", "Removed from your cart", undo)
  })
}
