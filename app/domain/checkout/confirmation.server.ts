import type { Member } from "../accounts/user"
import type { Cart } from "../cart/cart"
import { type CartLine, type CartView, describeTrouble, viewCart } from "../cart/cart-lines.server"
import { formatCents } from "../money"
import { findShipping } from "../shipping/shipping.server"
import type { Shop } from "../shop"
import { invalid } from "../shop-error"
import { markOf, type Offer } from "./offer.server"
import { type SeenLine, writeSeen } from "./seen-line"

/** What the shopper is shown before paying, and what their browser sends back to say that they saw it. */
export interface Confirmation extends Offer {
  cart: CartView
  mark: string
  seen: string[]
}

/**
 * The confirm page's contents.
 * @throws ShopError `invalid` for field `cart` or `shippingInfo` when a step is missing
 */
export async function prepareConfirmation(shop: Shop, member: Member, cart: Cart): Promise<Confirmation> {
  const view = await viewCart(shop, { user: member, cart })
  if (view.lines.length === 0) throw invalid("There is nothing in your cart yet", "cart")
  if (view.sellable.length === 0) throw invalid(`${view.lines.map(describeTrouble).join(". ")}.`, "cart")
  const shippingInfo = await findShipping(shop, member)
  if (!shippingInfo) throw invalid("Please enter your shipping details first", "shippingInfo")
  const offer: Offer = { lines: view.sellable, totals: view.totals, shippingInfo }
  return { ...offer, cart: view, mark: markOf(offer), seen: view.sellable.map(writeSeen) }
}

/** What is different from what the shopper saw, one sentence for each line. */
export function changesSince(seen: readonly SeenLine[], { lines }: CartView): string[] {
  const before = new Map(seen.map((line) => [line.product, line]))
  const changes = lines.map((line) => changeOf(line, before.get(line.product)))
  const missing = seen.filter(({ product }) => !lines.some((line) => line.product === product)).length
  if (missing > 0) changes.push(missing === 1 ? "A product left your cart." : `${missing} products left your cart.`)
  return changes.filter((change) => change !== null)
}

function changeOf(line: CartLine, before: SeenLine | undefined): string | null {
  const { name, price, quantity, trouble } = line
  if (!before) return trouble === null ? `${name} came into your cart.` : null
  if (trouble !== null) return `${describeTrouble(line)}.`
  const prices = `${name} now costs ${formatCents(price)} instead of ${formatCents(before.price)}.`
  if (price !== before.price) return prices
  return quantity === before.quantity ? null : `${name}: now ${quantity} instead of ${before.quantity}.`
}
