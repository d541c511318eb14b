import type { Buyer } from "~/domain/accounts/actor"
import type { Cart } from "~/domain/cart/cart"
import { type CartView, viewCart, viewOrdered } from "~/domain/cart/view-cart.server"
import { tryCode } from "~/domain/discounts/try-code.server"
import { paymentLimits } from "~/domain/payments/payment-limits"
import { checkDestination, findShipping } from "~/domain/shipping/shipping.server"
import type { Shop } from "~/domain/shop"
import type { QuoteOrderJson } from "./api-payment"
import { assertMethod } from "./open-api-payment.server"

/**
 * Quotes the items, or the session's cart, as they would be sent to a place, to the account's address, or to where the shop is.
 * @throws ShopError `invalid` if nothing is sent there, or not in this way
 */
export async function quoteOrder(
  shop: Shop,
  member: Buyer,
  cart: Cart,
  { orderedItems, shippingInfo, shippingMethod: method, discountCodes }: QuoteOrderJson,
): Promise<CartView> {
  await shop.limits.consume(paymentLimits.quotedByMember, member.id)
  const to = shippingInfo ? checkDestination(shop, shippingInfo) : await findShipping(shop, member)
  const choice = { to, method, code: await tryCode(shop, member.id, discountCodes?.[0] ?? "") }
  const view = orderedItems
    ? await viewOrdered(shop, member, orderedItems, choice)
    : await viewCart(shop, { user: member, cart }, choice)
  assertMethod(view.quote, method)
  return view
}
