import type { Visitor } from "../accounts/actor"
import type { LineItem } from "../catalog/line-item"
import { invalid } from "../shop-error"

/** What is wanted, in the order it was added; prices and stock are read afresh whenever it is shown. */
export type Cart = readonly LineItem[]

export const MAX_CART_LINES = 100
export const MAX_QUANTITY = 999_999

/**
 * Adds a product, or replaces the quantity of one that is there already.
 * @throws ShopError `invalid` at the 101st product
 */
export function setCartLine(cart: Cart, entry: LineItem): Cart {
  if (cart.some((line) => line.variantId === entry.variantId)) {
    return cart.map((line) => (line.variantId === entry.variantId ? entry : line))
  }
  if (cart.length >= MAX_CART_LINES) {
    throw cartFullError()
  }
  return [...cart, entry]
}

export function cartFullError() {
  return invalid(`A cart holds at most ${MAX_CART_LINES} different products. Remove one to add another.`)
}

export function removeFromCart(cart: Cart, variantId: string): Cart {
  return cart.filter((line) => line.variantId !== variantId)
}

/** Joins the browser's cart with the account's: the browser's line wins, and what does not fit stays out. */
export function mergeCarts(browser: Cart, account: Cart): Cart {
  const known = new Set(browser.map((line) => line.variantId))
  return [...browser, ...account.filter((line) => !known.has(line.variantId))].slice(0, MAX_CART_LINES)
}

/** How many units are in the cart, for the badge beside its icon. */
export function countUnits(cart: Cart): number {
  return cart.reduce((sum, line) => sum + line.quantity, 0)
}

/** Whose cart it is: the account's when somebody is signed in, else the browser's. */
export interface CartOwner {
  readonly user: Visitor
  readonly cart: Cart
}
