import type { Checkout } from "~/domain/checkout/checkout"
import { HOUR } from "~/domain/durations"
import { type Customer, type GatewayPayment, GatewayRefusal, type NewHostedPayment } from "~/domain/payments/gateway"
import { payableLines } from "~/domain/payments/payable-lines"
import type { Payment, TrackedPayment } from "~/domain/payments/payment"
import { markPaymentCancelled, recordGatewayId } from "~/domain/payments/record-payment.server"
import { describeShipping } from "~/domain/shipping/shipping.server"
import type { Shop } from "~/domain/shop"

/** Stores the gateway's id before it can be paid; returns null if the payment was cancelled meanwhile. */
export async function openAtGateway(
  shop: Shop,
  payment: Payment,
  checkout: Checkout | null,
): Promise<TrackedPayment | null> {
  const request = gatewayRequestOf(shop, payment, checkout)
  const { payments } = shop
  const opening = payment.kind === "hosted" ? payments.openHosted(request) : payments.open(request)
  const gatewayPayment = await opening.catch(async (error) => {
    // The same idempotency key would only repeat the error.
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

/** Stripe requires at least half an hour; the end of the hold cancels the page earlier. */
const HOSTED_PAGE_LIFETIME = HOUR

/** Uses stored values, because a repeated idempotency key requires an identical request. */
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
    lines: checkout ? payableLines(checkout) : [],
    returnUrl: `${here}/return?payment=${paymentId}`,
    cancelUrl: here,
    expiresAt: new Date(createdAt.getTime() + HOSTED_PAGE_LIFETIME),
  }
}

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
