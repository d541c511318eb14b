import { findHeldCheckout } from "~/domain/checkout/checkouts.server"
import type { PendingOrder } from "~/domain/checkout/finish-locked-payment.server"
import { finishGatewayPayment } from "~/domain/checkout/finish-payment.server"
import { isPayable } from "~/domain/checkout/offer.server"
import { describeRejection, type PaymentOutcome } from "~/domain/checkout/payment-outcome.server"
import { releaseCheckout } from "~/domain/checkout/release-checkout.server"
import { outOfStock, rejection } from "~/domain/refunds/rejection"
import { parse } from "~/domain/validation/validation"
import type { Buyer } from "../../accounts/actor"
import type { Cart } from "../../cart/cart"
import { viewCart } from "../../cart/cart-lines.server"
import type { Cents } from "../../money"
import type { Order } from "../../orders/order"
import { findOrderOfIntent } from "../../orders/orders.server"
import { findOwnPayment } from "../../payments/payments.server"
import { quoteAt } from "../../pricing/quote"
import { keepShipping } from "../../shipping/shipping.server"
import { PaidShippingJson } from "../../shipping/shipping-info"
import type { Shop } from "../../shop"
import { invalid, ShopError } from "../../shop-error"
import { OrderItemsJson, type PlaceOrderJson } from "./api-payment"

/**
 * The order of a payment that a client of the API has made: of its frozen checkout, or else of what it names now at
 * today's prices. A repeat answers the same order.
 * @throws ShopError `invalid` for a payment that is not the member's; `payment` when it has not succeeded; `conflict` or
 * `invalid` when no order can come of it and the money goes back
 */
export async function placeApiOrder(shop: Shop, member: Buyer, request: PlaceOrderJson): Promise<Order> {
  const { id } = request.paymentInfo
  const earlier = await findOrderOfIntent(shop, member, id).catch(nullIfNotFound)
  if (earlier) return earlier
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

async function orderFromOutcome(shop: Shop, member: Buyer, intentId: string, outcome: PaymentOutcome): Promise<Order> {
  if (outcome.kind === "ordered") return findOrderOfIntent(shop, member, intentId)
  if (outcome.kind !== "refunded") throw invalid("This payment is not known", "paymentInfo.id")
  throw new ShopError(
    outcome.rejection.reason === "amount-mismatch" ? "invalid" : "conflict",
    describeRejection(outcome.rejection),
  )
}

/**
 * What the payment shall be for, or why it cannot be. A request that is merely malformed can be sent again: the money
 * stays where it is meanwhile.
 */
async function buildPendingOrder(
  shop: Shop,
  member: Buyer,
  request: PlaceOrderJson,
  paid: Cents,
): Promise<PendingOrder> {
  const items = parse(OrderItemsJson, request.orderedItems)
  const shippingInfo = keepShipping(parse(PaidShippingJson, request.shippingInfo ?? {}))
  const { lines, quote } = await viewCart(shop, { user: member, cart: items })
  const unavailable = lines.filter((line) => line.unavailability !== null)
  if (unavailable.length > 0) {
    return {
      rejection: outOfStock(
        unavailable.map(({ name, unavailability }) => ({ name, discontinued: unavailability === "gone" })),
      ),
    }
  }
  const charged = quoteAt(quote, paid)
  if (!charged || !isPayable(charged.totals.total)) return { rejection: rejection("amount-mismatch") }
  await releaseConflictingHold(shop, member, items)
  return { offer: { ...charged, shippingInfo } }
}

/** Units that are out of stock may be held by a checkout of their own: unpaid, it makes way for what is paid. */
async function releaseConflictingHold(shop: Shop, member: Buyer, ordered: Cart): Promise<void> {
  const held = await findHeldCheckout(shop, member)
  if (held === null) return
  const short = await findShortProducts(shop, ordered)
  if (held.lines.some(({ variantId }) => short.has(variantId))) await releaseCheckout(shop, held)
}

/** The products of which fewer are in stock than are ordered. */
async function findShortProducts(shop: Shop, ordered: Cart): Promise<Set<string>> {
  const { lines } = await viewCart(shop, { user: null, cart: ordered })
  return new Set(lines.filter((line) => line.unavailability !== null).map((line) => line.variantId))
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof ShopError && error.kind === "notFound") return null
  throw error
}
