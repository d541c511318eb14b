import type { Member } from "../accounts/user"
import { type Cart, putInCart } from "../cart/cart"
import { viewCart } from "../cart/cart-lines.server"
import { saveLine } from "../cart/saved-cart.server"
import type { Shop } from "../shop"
import { conflict } from "../shop-error"
import { findOrder } from "./orders.server"

export interface FilledCart {
  cart: Cart
  /** The names of what is no longer sold or sold out. */
  leftOut: string[]
}

/**
 * Puts the items of a past order into the cart, as far as they can be bought today; a product that is in the cart
 * already takes the order's quantity.
 * @throws ShopError `notFound`; `conflict` when nothing of it can be bought; `invalid` when the cart is full
 */
export async function orderAgain(shop: Shop, member: Member, cart: Cart, orderId: string): Promise<FilledCart> {
  const order = await findOrder(shop, member, orderId)
  const wanted = order.lines.map(({ product, quantity }) => ({ product, quantity }))
  const { lines } = await viewCart(shop, { user: member, cart: wanted })
  const entries = lines.flatMap(({ product, quantity, available, trouble }) => {
    return trouble === null || trouble === "short" ? [{ product, quantity: Math.min(quantity, available) }] : []
  })
  if (entries.length === 0) throw conflict("Nothing of this order can be bought at the moment")
  const filled = entries.reduce(putInCart, cart)
  await shop.transaction(async (books) => {
    for (const entry of entries) await saveLine(books, member.id, entry)
  })
  const bought = new Set(entries.map((entry) => entry.product))
  return { cart: filled, leftOut: order.lines.filter((line) => !bought.has(line.product)).map((line) => line.name) }
}
