import { finishGatewayPayment } from "~/domain/checkout/finish-payment.server"
import type { Offer } from "~/domain/checkout/offer.server"
import { openAtGateway } from "~/domain/checkout/open-at-gateway.server"
import { openPayment } from "~/domain/checkout/open-payment.server"
import { paymentProcessing } from "~/domain/checkout/payment-outcome.server"
import { holdOffer } from "~/domain/checkout/start-checkout.server"
import { ago, MINUTE } from "~/domain/durations"
import type { Payment } from "~/domain/payments/payment"
import { findPaymentWithoutCheckout } from "~/domain/payments/payments.server"
import { insertPaymentWithoutCheckout } from "~/domain/payments/record-payment.server"
import type { Buyer } from "../../accounts/actor"
import type { Cart } from "../../cart/cart"
import { type CartView, describeUnavailability, viewCart } from "../../cart/cart-lines.server"
import { formatMoney } from "../../format-money"
import type { Cents } from "../../money"
import type { GatewayPayment } from "../../payments/gateway"
import { paymentLimits } from "../../payments/payment-limits"
import { quoteAt } from "../../pricing/quote"
import { checkShipping, findShipping } from "../../shipping/shipping.server"
import type { ShippingInfo } from "../../shipping/shipping-info"
import type { Shop, Tx } from "../../shop"
import { conflict, invalid } from "../../shop-error"
import type { OpenPaymentJson } from "./api-payment"

/**
 * Opens a payment for a client of the API and answers the secret with which it can be made. What is named beside the
 * amount, or else lies in the session's cart at exactly this amount, is frozen and held as on the pages. Any other
 * amount is only bound to the member, who says later what it was for: a client that keeps its cart by itself is not
 * stopped by one that it cannot see.
 * @param address the client's, for counting holds that come to nothing
 * @throws ShopError `invalid` for another amount than the named lines cost, `conflict` when a unit is gone or the order
 * is paid already, `unavailable` when the gateway cannot be asked
 */
export async function openApiPayment(
  shop: Shop,
  member: Buyer,
  cart: Cart,
  request: OpenPaymentJson,
  address: string | null = null,
): Promise<string> {
  await shop.limits.consume(paymentLimits.startedByMember, member.id)
  const offer = await findOffer(shop, member, cart, request)
  const payment = offer
    ? await openPayment(shop, await holdOffer(shop, member, offer, { source: "api", address }), "intent")
    : await openPaymentWithoutCheckout(shop, member, request.amount)
  if (payment.clientSecret !== null) return payment.clientSecret
  // What was chosen on the gateway's own page has no secret, and is there only when its money is on the way.
  if (payment.status === "processing") throw paymentProcessing()
  await finishGatewayPayment(shop, payment)
  throw conflict("This order is paid already. You find it among your orders.")
}

/** What the payment is for; null when that is said later. An address that comes along is checked before any money moves. */
async function findOffer(
  shop: Shop,
  member: Buyer,
  cart: Cart,
  { amount, orderedItems, shippingInfo }: OpenPaymentJson,
): Promise<Offer | null> {
  const address = shippingInfo ? checkShipping(shippingInfo) : await findShipping(shop, member)
  const view = await viewCart(shop, { user: member, cart: orderedItems ?? cart })
  const charged = view.quote.lines.length > 0 ? quoteAt(view.quote, amount) : null
  if (orderedItems) return assertOfferMatches(view, address, charged)
  return charged && address ? { ...charged, shippingInfo: address } : null
}

/** What is named is wanted as it is, at the amount that is about to be charged. */
function assertOfferMatches(
  { lines, quote: { currency, totals } }: CartView,
  address: ShippingInfo | null,
  charged: CartView["quote"] | null,
): Offer {
  if (!address) throw invalid("Please enter your shipping details first", "shippingInfo")
  const unavailableLine = lines.find((line) => line.unavailability !== null)
  if (unavailableLine) throw conflict(describeUnavailability(unavailableLine))
  if (!charged) throw invalid(`The amount differs from the total of ${formatMoney(totals.total, currency)}`, "amount")
  return { ...charged, shippingInfo: address }
}

/** How long asking for the same amount again means the same payment, in milliseconds. */
const REPEAT_WINDOW = 5 * MINUTE

/**
 * Opens a payment that belongs to nothing yet: `order/new` says for what it is. Two presses of one button are one
 * payment, as long as it is not paid.
 * @throws ShopError `unavailable` when the gateway cannot be asked, `payment` while a bank works on the earlier one
 */
async function openPaymentWithoutCheckout(shop: Shop, member: Buyer, amount: Cents): Promise<GatewayPayment> {
  let after = ago(shop, REPEAT_WINDOW)
  for (let tries = 0; tries < 5; tries++) {
    const payment = await shop.transaction((tx) => findOrInsert(tx, member.id, amount, after))
    const opened =
      payment.gatewayId === null
        ? await openAtGateway(shop, payment, null)
        : await shop.payments.find(payment.gatewayId)
    if (opened?.status === "processing") throw paymentProcessing()
    if (opened && opened.status !== "succeeded" && opened.status !== "canceled") return opened
    after = payment.createdAt
  }
  throw conflict("You are paying this in another window. Please try again in a moment.")
}

/** Takes a lock of the member's, so that of two calls that find nothing only one adds a payment. */
async function findOrInsert(tx: Tx, userId: string, amount: Cents, after: Date): Promise<Payment> {
  await tx.db.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute()
  const known = await findPaymentWithoutCheckout(tx, { userId, amount, after })
  return known ?? insertPaymentWithoutCheckout(tx, userId, amount)
}
