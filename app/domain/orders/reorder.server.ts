import type { Buyer } from "~/domain/accounts/actor"
import { type Cart, setCartLine } from "~/domain/cart/cart"
import { countCartChange, viewCart } from "~/domain/cart/cart-lines.server"
import { saveCartLines } from "~/domain/cart/saved-cart.server"
import type { Shop } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import { findOrder } from "./orders.server"

interface ReorderedCart {
  cart: Cart
  unavailable: string[]
}

/** Adds the units that are available; the order's quantity replaces the cart's. */
export async function reorder(shop: Shop, buyer: Buyer, cart: Cart, orderId: string): Promise<ReorderedCart> {
  await countCartChange(shop, buyer)
  const order = await findOrder(shop, buyer, orderId)
  const wanted = order.lines.map(({ variantId, quantity }) => ({ variantId, quantity }))
  const { lines } = await viewCart(shop, { user: buyer, cart: wanted })
  const entries = lines.flatMap(({ variantId, quantity, available, unavailability }) => {
    return unavailability === null || unavailability === "short"
      ? [{ variantId, quantity: Math.min(quantity, available) }]
      : []
  })
  if (entries.length === 0) throw conflict("Nothing of this order can be bought at the moment")
  const filled = entries.reduce(setCartLine, cart)
  await saveCartLines(shop, buyer.id, entries)
  const bought = new Set(entries.map((entry) => entry.variantId))
  return {
    cart: filled,
    unavailable: order.lines.filter((line) => !bought.has(line.variantId)).map((line) => line.name),
  }
}
