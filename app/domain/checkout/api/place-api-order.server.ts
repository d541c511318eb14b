import type { Buyer } from "~/domain/accounts/actor"
import type { Cart } from "~/domain/cart/cart"
import { viewCart, viewLines, viewOrdered } from "~/domain/cart/view-cart.server"
import { findByCode } from "~/domain/discounts/find-discounts.server"
import type { Cents } from "~/domain/money/money"
import type { Order } from "~/domain/orders/order"
import { findOrder, findOrderOfIntent } from "~/domain/orders/orders.server"
import { agreedTextFor } from "~/domain/pages/agreed-text.server"
import { withClaimReserve } from "~/domain/payments/member-gateway.server"
import { findOwnPayment } from "~/domain/payments/payments.server"
import { quoteAt } from "~/domain/pricing/quote"
import { outOfStock, rejection } from "~/domain/refunds/rejection"
import { keepShipping, taxedAddress } from "~/domain/shipping/shipping.server"
import { PaidShippingJson } from "~/domain/shipping/shipping-info"
import type { Shop } from "~/domain/shop"
import { conflict, invalid, ShopError } from "~/domain/shop-error"
import { parse } from "~/domain/validation/validation"
import { findHeldCheckout, findOwnCheckout } from "../checkouts.server"
import { isPayable, type Offer } from "../offer/offer.server"
import { releaseCheckout } from "../payment/checkout-payment.server"
import { describeRejection, type PaymentOutcome } from "../payment/payment-outcome"
import { finishTrackedPayment, type PendingOrder } from "../settlement/finish-payment.server"
import { parseFreePaymentId, placeFreeOrder } from "../settlement/free-order.server"
import { OrderItemsJson, type PlaceOrderJson } from "./api-payment"

/** Returns the payment's order, placing it if needed; without a checkout, the requested items cost today's prices. */
export async function placeApiOrder(limitedShop: Shop, member: Buyer, request: PlaceOrderJson): Promise<Order> {
  const { id } = request.paymentInfo
  const shop = withClaimReserve(limitedShop, id)
  const earlier = await findOrderOfIntent(shop, member, id).catch(nullIfNotFound)
  if (earlier) return earlier
  const free = parseFreePaymentId(id)
  if (free !== null) return placeHeldFreeOrder(shop, member, free)
  const record = await findOwnPayment(shop, member.id, id)
  const payment = record && (await shop.payments.find(id))
  if (!record || !payment?.intentId) throw invalid("This payment is not known", "paymentInfo.id")
  if (payment.status !== "succeeded") throw new ShopError("payment", "This payment has not succeeded")
  const hasNoCheckout = record.checkoutId === null && record.intentId === null
  const pendingOrder = hasNoCheckout ? await buildPendingOrder(shop, member, request, payment.amount) : undefined
  const outcome = await finishTrackedPayment(shop, { ...payment, record }, pendingOrder)
  return orderFromOutcome(shop, member, payment.intentId, outcome)
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
  const sent = keepShipping(parse(PaidShippingJson, request.shippingInfo ?? {}))
  const { shippingMethod: method, discountCodes } = request
  const code = discountCodes?.[0]
  const view = await viewOrdered(shop, member, items, { to: sent, method, code })
  const { lines } = view
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
  const classes = lines.map(({ taxClass }) => taxClass)
  const isCollected = view.quote.shippingMethod?.pickup != null
  const shippingInfo = isCollected ? sent : taxedAddress(shop, sent, classes)
  if (!shippingInfo) return { rejection: rejection("unknown-place") }
  const { quote, codeRefusal } = viewLines(shop, view, { to: shippingInfo, method })
  if (quote.shippingMethod === null) return { rejection: rejection("not-shipped") }
  const charged = quoteAt(quote, paid)
  if (!charged || !isPayable(charged.totals, charged.currency)) {
    const isKnownCode = codeRefusal !== null && (await findByCode(shop, code ?? "")) !== null
    return { rejection: rejection(isKnownCode ? "discount-gone" : "amount-mismatch") }
  }
  await releaseConflictingHold(shop, member, lines, charged.discounts)
  return { offer: { ...charged, shippingInfo, terms: await agreedTextFor(shop, shippingInfo.country) } }
}

/** Releases the member's own unpaid hold if it contains units, or uses of discounts, of the paid order. */
async function releaseConflictingHold(
  shop: Shop,
  member: Buyer,
  ordered: Cart,
  discounts: Offer["discounts"],
): Promise<void> {
  const held = await findHeldCheckout(shop, member)
  if (held === null) return
  const short = await findShortProducts(shop, ordered)
  const keepsUse = held.discounts.some(({ id }) => discounts.some((discount) => discount.id === id))
  if (keepsUse || held.lines.some(({ variantId }) => short.has(variantId))) await releaseCheckout(shop, held)
}

async function findShortProducts(shop: Shop, ordered: Cart): Promise<Set<string>> {
  const { lines } = await viewCart(shop, { user: null, cart: ordered })
  return new Set(lines.filter((line) => line.unavailability !== null).map((line) => line.variantId))
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof ShopError && error.kind === "notFound") return null
  throw error
}
