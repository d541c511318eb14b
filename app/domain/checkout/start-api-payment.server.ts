import type { Member } from "../accounts/user"
import type { Cart } from "../cart/cart"
import { describeTrouble, viewCart } from "../cart/cart-lines.server"
import { type Cents, formatCents } from "../money"
import { paymentLimits } from "../payments/payment-limits"
import { addPayment } from "../payments/payments.server"
import { checkShipping, findShipping } from "../shipping/shipping.server"
import type { Shop } from "../shop"
import { conflict, invalid } from "../shop-error"
import type { OrderedItems, PaymentRequest } from "./api-payment"
import { chargedTotals } from "./charged-totals"
import type { Offer } from "./offer.server"
import { openPayment } from "./open-payment.server"
import { holdOffer } from "./start-checkout.server"

/**
 * Opens a payment for a client of the API and answers the secret with which it can be made. What is named beside the
 * amount, or else lies in the session's cart, is frozen and held as on the pages; without either the payment is only
 * bound to the member, who says later what it was for.
 * @throws ShopError `invalid` for another amount than these cost, `conflict` when a unit is gone
 */
export async function startApiPayment(
  shop: Shop,
  member: Member,
  cart: Cart,
  request: PaymentRequest,
): Promise<string | null> {
  await shop.limits.take(paymentLimits.startedByMember, member.id)
  const items = request.orderedItems ?? cart
  if (items.length === 0) return openUnclaimed(shop, member, request.amount)
  const offer = await makeOffer(shop, member, items, request)
  const checkout = await holdOffer(shop, member, offer, "api")
  return (await openPayment(shop, checkout, "intent")).clientSecret
}

/** Today's offer for what a client wants, at the amount it is about to charge. */
async function makeOffer(
  shop: Shop,
  member: Member,
  items: OrderedItems | Cart,
  { amount, orderedItems, shippingInfo }: PaymentRequest,
): Promise<Offer> {
  const { lines, sellable, totals } = await viewCart(shop, { user: member, cart: items })
  const address = shippingInfo ? checkShipping(shippingInfo) : await findShipping(shop, member)
  if (!address) throw invalid("Please enter your shipping details first", "shippingInfo")
  const trouble = lines.find((line) => line.trouble !== null)
  // A cart may hold lines that cannot be bought and are left out of its total; an order is wanted as it is.
  if (trouble && (orderedItems || sellable.length === 0)) throw conflict(describeTrouble(trouble))
  const charged = chargedTotals(totals, amount)
  if (!charged) throw invalid(`The amount differs from the total of ${formatCents(totals.total)}`, "amount")
  return { lines: sellable, totals: charged, shippingInfo: address }
}

async function openUnclaimed(shop: Shop, member: Member, amount: Cents): Promise<string | null> {
  const userId = member.id
  const paymentId = await addPayment(shop, { userId, checkoutId: null, kind: "intent", amount })
  const payment = await shop.payments.open({ paymentId, userId, checkoutId: null, amount, customer: null })
  await shop.db.updateTable("payments").set({ gateway_id: payment.id }).where("id", "=", paymentId).execute()
  return payment.clientSecret
}
