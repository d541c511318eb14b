import { useNavigation } from "@remix-run/react"
import type { Cart } from "~/domain/cart/cart"

/** The cart with what is just being put into it, before the server has answered. */
export function useExpectedCart(cart: Cart): Cart {
  const { formAction, formData } = useNavigation()
  const product = formData?.get("product")
  const quantity = Number(formData?.get("quantity"))
  if (!formAction?.startsWith("/product/") || typeof product !== "string" || !(quantity >= 1)) return cart
  return [...cart.filter((line) => line.product !== product), { product, quantity: Math.trunc(quantity) }]
}
