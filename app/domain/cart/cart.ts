import type { Visitor } from "~/domain/accounts/actor"
import type { LineItem } from "~/domain/catalog/line-item"
import type { SentChoice } from "~/domain/catalog/variants/choice"
import { invalid } from "~/domain/shop-error"

export type Cart = readonly LineItem[]

/** A line to add; the choice counts if the id is that of a product with options. */
export interface Addition extends LineItem {
  choice?: SentChoice
}

export const MAX_CART_LINES = 100
export const MAX_QUANTITY = 999_999

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
  return invalid(`A cart can have at most ${MAX_CART_LINES} different products. Remove one to add another.`)
}

export function removeFromCart(cart: Cart, variantId: string): Cart {
  return cart.filter((line) => line.variantId !== variantId)
}

/** The browser's lines win; lines beyond the limit are dropped. */
export function mergeCarts(browser: Cart, account: Cart): Cart {
  const known = new Set(browser.map((line) => line.variantId))
  return [...browser, ...account.filter((line) => !known.has(line.variantId))].slice(0, MAX_CART_LINES)
}

export function countUnits(cart: Cart): number {
  return cart.reduce((sum, line) => sum + line.quantity, 0)
}

export interface CartOwner {
  readonly user: Visitor
  readonly cart: Cart
}
