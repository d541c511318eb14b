import { HOUR } from "~/domain/durations"
import { type Customer, type GatewayPayment, GatewayRefusal, type NewHostedPayment } from "~/domain/payments/gateway"
import type { Payment, TrackedPayment } from "~/domain/payments/payment"
import { markPaymentCancelled, recordGatewayId } from "~/domain/payments/record-payment.server"
import { billLines } from "~/domain/pricing/bill"
import { describeShipping } from "~/domain/shipping/shipping.server"
import type { Shop } from "~/domain/shop"
import type { Checkout } from "./checkout"

/**
 * Opens a recorded payment at the gateway. Calls for the same payment, in any process, have the same result, and the
 * gateway's id is stored before it is returned, so that nothing can be paid that is not known here.
 * Returns null if the payment was cancelled meanwhile; then it is cancelled at the gateway as well.
 * @param checkout the payment's; null as long as it has none
 * @throws ShopError `unavailable` when the gateway does not respond in time
 */
export async function openAtGateway(
  shop: Shop,
  payment: Payment,
  checkout: Checkout | null,
): Promise<TrackedPayment | null> {
  const request = gatewayRequestOf(shop, payment, checkout)
  const { payments } = shop
  const opening = payment.kind === "hosted" ? payments.openHosted(request) : payments.open(request)
  const gatewayPayment = await opening.catch(async (error) => {
    // Under the same key the gateway would only refuse again.
    if (error instanceof GatewayRefusal) await markPaymentCancelled(shop, payment.id)
    throw error
  })
  if (await recordGatewayId(shop, payment.id, gatewayPayment.id)) return trackedPayment(gatewayPayment, payment)
  await payments.cancel(gatewayPayment.id)
  return null
}

export function trackedPayment(gatewayPayment: GatewayPayment, record: Payment): TrackedPayment {
  return { ...gatewayPayment, record: { ...record, gatewayId: record.gatewayId ?? gatewayPayment.id } }
}

/** How long a hosted page may live, in milliseconds: Stripe insists on half an hour, the hold ends it earlier. */
const HOSTED_PAGE_LIFETIME = HOUR

/** The request to open a payment. It depends on stored values only: repeated under its idempotency key it is the same. */
function gatewayRequestOf(shop: Shop, payment: Payment, checkout: Checkout | null): NewHostedPayment {
  const { id: paymentId, userId, checkoutId, amount, createdAt } = payment
  const here = `${shop.identity.url}/process/payment`
  return {
    paymentId,
    userId,
    checkoutId,
    amount,
    currency: checkout?.currency ?? shop.settings.current.pricing.currency,
    customer: checkout && customerOf(checkout),
    lines: checkout ? linesOf(checkout) : [],
    returnUrl: `${here}/return?payment=${paymentId}`,
    cancelUrl: here,
    expiresAt: new Date(createdAt.getTime() + HOSTED_PAGE_LIFETIME),
  }
}

/** The customer's name, e-mail, phone and address: for the card's bill and for the parcel. */
export function customerOf({ customer, shippingInfo }: Checkout): Customer {
  return {
    ...customer,
    phone: shippingInfo.phoneNo,
    address: {
      line1: shippingInfo.address,
      city: shippingInfo.city,
      state: describeShipping(shippingInfo).state,
      postalCode: shippingInfo.pinCode,
      country: shippingInfo.country,
    },
  }
}

function linesOf(checkout: Checkout): NewHostedPayment["lines"] {
  const items = checkout.lines.map(({ name, price, quantity }) => ({ name, price, quantity }))
  const charges = billLines(checkout).filter(
    ({ kind, amount }) => (kind === "shipping" || kind === "tax") && amount > 0,
  )
  return [...items, ...charges.map(({ label, amount }) => ({ name: label, price: amount, quantity: 1 }))]
}
