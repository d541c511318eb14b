import { viewCart, viewOrdered } from "~/domain/cart/view-cart.server"
import { findHeldCheckout, findOwnCheckout } from "~/domain/checkout/checkouts.server"
import { releaseCheckout } from "~/domain/checkout/hold/release-checkout.server"
import { isPayable } from "~/domain/checkout/offer/offer.server"
import { describeRejection, type PaymentOutcome } from "~/domain/checkout/payment/payment-outcome.server"
import type { PendingOrder } from "~/domain/checkout/settlement/finish-locked-payment.server"
import { finishGatewayPayment } from "~/domain/checkout/settlement/finish-payment.server"
import { parseFreePaymentId, placeFreeOrder } from "~/domain/checkout/settlement/free-order.server"
import { outOfStock, rejection } from "~/domain/refunds/rejection"
import { parse } from "~/domain/validation/validation"
import type { Buyer } from "../../accounts/actor"
import type { Cart } from "../../cart/cart"
import type { Cents } from "../../money"
import type { Order } from "../../orders/order"
import { findOrder, findOrderOfIntent } from "../../orders/orders.server"
import { findOwnPayment } from "../../payments/payments.server"
import { quoteAt } from "../../pricing/quote"
import { keepShipping } from "../../shipping/shipping.server"
import { PaidShippingJson } from "../../shipping/shipping-info"
import type { Shop } from "../../shop"
import { conflict, invalid, ShopError } from "../../shop-error"
import { OrderItemsJson, type PlaceOrderJson } from "./api-payment"

/** Returns the payment's order, placing it if needed; without a checkout, the requested items cost today's prices. */
export async function placeApiOrder(shop: Shop, member: Buyer, request: PlaceOrderJson): Promise<Order> {
  const { id } = request.paymentInfo
  const earlier = await findOrderOfIntent(shop, member, id).catch(nullIfNotFound)
  if (earlier) return earlier
  const free = parseFreePaymentId(id)
  if (free !== null) return placeHeldFreeOrder(shop, member, free)
  const payment = await findOwnPayment(shop, member.id, id)
  const gatewayPayment = payment && (await shop.payments.find(id))
  if (!payment || !gatewayPayment?.intentId) throw invalid("This payment is not known", "paymentInfo.id")
  if (gatewayPayment.status !== "succeeded") throw new ShopError("payment", "This payment has not succeeded")
  const hasNoCheckout = payment.checkoutId === null && payment.intentId === null
  const pendingOrder = hasNoCheckout ? await buildPendingOrder(shop, member, request, gatewayPayment.amount) : undefined
  return orderFromOutcome(
    shop,
    member,
    gatewayPayment.intentId,
    await finishGatewayPayment(shop, gatewayPayment, pendingOrder),
  )
}

async function placeHeldFreeOrder(shop: Shop, member: Buyer, checkoutId: string): Promise<Order> {
  const checkout = await findOwnCheckout(shop, member, checkoutId)
  if (!checkout) throw invalid("This payment is not known", "paymentInfo.id")
  const orderId = await placeFreeOrder(shop, checkout)
  if (orderId === null) throw conflict("Your items are no longer reserved. Please start again.")
  return findOrder(shop, member, orderId)
}

async function orderFromOutcome(shop: Shop, member: Buyer, intentId: string, outcome: PaymentOutcome): Promise<Order> {
  if (outcome.kind === "ordered") return findOrderOfIntent(shop, member, intentId)
  if (outcome.kind !== "refunded") throw invalid("This payment is not known", "paymentInfo.id")
  throw new ShopError(
    outcome.rejection.reason === "amount-mismatch" ? "invalid" : "conflict",
    describeRejection(outcome.rejection),
  )
}

/** Throws on malformed input, which the client may correct; every other problem refunds the payment. */
async function buildPendingOrder(
  shop: Shop,
  member: Buyer,
  request: PlaceOrderJson,
  paid: Cents,
): Promise<PendingOrder> {
  const items = parse(OrderItemsJson, request.orderedItems)
  const shippingInfo = keepShipping(parse(PaidShippingJson, request.shippingInfo ?? {}))
  const delivery = { to: shippingInfo, method: request.shippingMethod, code: request.discountCodes?.[0] }
  const { lines, quote } = await viewOrdered(shop, member, items, delivery)
  const unavailable = lines.filter((line) => line.unavailability !== null)
  if (unavailable.length > 0) {
    return {
      rejection: outOfStock(
        unavailable.map(({ name, unavailability }) => {
          return { name, discontinued: unavailability === "gone" || unavailability === "removed" }
        }),
      ),
    }
  }
  if (quote.shippingMethod === null) return { rejection: rejection("not-shipped") }
  const charged = quoteAt(quote, paid)
  if (!charged || !isPayable(charged.totals, charged.currency)) return { rejection: rejection("amount-mismatch") }
  await releaseConflictingHold(shop, member, lines)
  return { offer: { ...charged, shippingInfo } }
}

/** Releases the member's own unpaid hold if it keeps units of the paid order. */
async function releaseConflictingHold(shop: Shop, member: Buyer, ordered: Cart): Promise<void> {
  const held = await findHeldCheckout(shop, member)
  if (held === null) return
  const short = await findShortProducts(shop, ordered)
  if (held.lines.some(({ variantId }) => short.has(variantId))) await releaseCheckout(shop, held)
}

async function findShortProducts(shop: Shop, ordered: Cart): Promise<Set<string>> {
  const { lines } = await viewCart(shop, { user: null, cart: ordered })
  return new Set(lines.filter((line) => line.unavailability !== null).map((line) => line.variantId))
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof ShopError && error.kind === "notFound") return null
  throw error
}
