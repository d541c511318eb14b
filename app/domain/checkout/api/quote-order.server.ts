import type { Buyer } from "~/domain/accounts/actor"
import type { Cart } from "~/domain/cart/cart"
import { type CartView, viewCart, viewOrdered } from "~/domain/cart/view-cart.server"
import { tryCode } from "~/domain/discounts/try-code.server"
import { paymentLimits } from "~/domain/payments/payment-limits"
import type { Destination } from "~/domain/pricing/places"
import { checkDestination, findShipping } from "~/domain/shipping/shipping.server"
import type { Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import type { QuoteOrderJson } from "./api-payment"

/**
 * Quotes the items, or the session's cart, for a destination, the account's address, or the shop's own place.
 * @throws ShopError `invalid` if the shop does not ship there, or not by this method
 */
export async function quoteOrder(shop: Shop, member: Buyer, cart: Cart, request: QuoteOrderJson): Promise<CartView> {
  await shop.limits.consume(paymentLimits.quotedByMember, member.id)
  const { shippingInfo } = request
  const to = shippingInfo ? checkDestination(shop, shippingInfo) : await findShipping(shop, member)
  return viewRequested(shop, member, cart, { ...request, to })
}

type Requested = Pick<QuoteOrderJson, "orderedItems" | "shippingMethod" | "discountCodes"> & { to: Destination | null }

/** @throws ShopError `invalid` if the method is not available for the order */
export async function viewRequested(
  shop: Shop,
  member: Buyer,
  cart: Cart,
  { orderedItems, to, shippingMethod: method, discountCodes }: Requested,
): Promise<CartView> {
  const choice = { to, method, code: await tryCode(shop, { id: member.id, address: null }, discountCodes?.[0] ?? "") }
  const view = orderedItems
    ? await viewOrdered(shop, member, orderedItems, choice)
    : await viewCart(shop, { user: member, cart }, choice)
  const { lines, shippingMethod } = view.quote
  const isOffered = method === undefined || shippingMethod?.id === method || shippingMethod?.name === method
  if (!isOffered && lines.length > 0 && shippingMethod)
    throw invalid("This shippingMethod is not available for the order", "shippingMethod")
  return view
}
