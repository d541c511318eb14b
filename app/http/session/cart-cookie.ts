import { type Cart, MAX_CART_LINES, MAX_QUANTITY } from "~/domain/cart/cart"
import { isObjectId } from "~/domain/object-id"

const LINE = /^([\w-]{16})([0-9a-z]{1,4})$/

/** Encodes ids in base64url and quantities in base 36, so that a hundred lines fit a cookie. */
export function encodeCart(cart: Cart): string {
  return cart
    .map((line) => Buffer.from(line.variantId, "hex").toString("base64url") + line.quantity.toString(36))
    .join(".")
}

export function decodeCart(text: unknown): Cart {
  if (typeof text !== "string" || text === "") return []
  const lines = text.split(".", MAX_CART_LINES).flatMap((part) => {
    const match = LINE.exec(part)
    if (!match?.[1] || !match[2]) return []
    const variantId = Buffer.from(match[1], "base64url").toString("hex")
    const quantity = Number.parseInt(match[2], 36)
    return isObjectId(variantId) && quantity >= 1 && quantity <= MAX_QUANTITY ? [{ variantId, quantity }] : []
  })
  return [...new Map(lines.map((line) => [line.variantId, line])).values()]
}
