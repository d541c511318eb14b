import type { Buyer, Visitor } from "~/domain/accounts/actor"
import { type Cart, setCartLine } from "~/domain/cart/cart"
import { type CartLine, describeUnavailability } from "~/domain/cart/cart-lines.server"
import { countCartChange } from "~/domain/cart/change-cart.server"
import { saveCartLines } from "~/domain/cart/saved-cart.server"
import { viewCart } from "~/domain/cart/view-cart.server"
import type { Shop } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import { findOrder } from "./orders.server"

interface ReorderedCart {
  cart: Cart
  /** A sentence, without its full stop, for each line that is left out */
  leftOut: string[]
}

/**
 * Adds the available units of the same variants; the order's quantity replaces the cart's.
 * @param owner the cart's owner; the cart is the browser's where a link opened the order
 */
export async function reorder(
  shop: Shop,
  buyer: Buyer,
  cart: Cart,
  orderId: string,
  owner: Visitor = buyer,
): Promise<ReorderedCart> {
  await countCartChange(shop, owner)
  const { entries, leftOut } = await readOrdered(shop, buyer, orderId, owner)
  if (entries.length === 0) throw conflict("None of the products in this order are available at the moment")
  if (owner) await saveCartLines(shop, owner.id, entries)
  return { cart: entries.reduce(setCartLine, cart), leftOut }
}

/** Returns the lines that `reorder` would leave out. */
export async function findLeftOut(
  shop: Shop,
  buyer: Buyer,
  orderId: string,
  owner: Visitor = buyer,
): Promise<ReorderedCart["leftOut"]> {
  return (await readOrdered(shop, buyer, orderId, owner)).leftOut
}

async function readOrdered(shop: Shop, buyer: Buyer, orderId: string, owner: Visitor) {
  const order = await findOrder(shop, buyer, orderId)
  const wanted = order.lines.map(({ variantId, quantity }) => ({ variantId, quantity }))
  const { lines } = await viewCart(shop, { user: owner, cart: wanted })
  const entries = lines.flatMap(({ variantId, quantity, available, unavailability }) => {
    return unavailability === null || unavailability === "short"
      ? [{ variantId, quantity: Math.min(quantity, available) }]
      : []
  })
  const missing = lines.filter((line) => !entries.some(({ variantId }) => variantId === line.variantId))
  const nameOf = ({ variantId, name }: CartLine) =>
    order.lines.find((line) => line.variantId === variantId)?.name ?? name
  return { entries, leftOut: missing.map((line) => describeUnavailability({ ...line, name: nameOf(line) })) }
}
