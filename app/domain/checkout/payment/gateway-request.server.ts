import type { Checkout } from "~/domain/checkout/checkout"
import { HOUR } from "~/domain/durations"
import type { Customer, NewHostedPayment } from "~/domain/payments/gateway"
import { payableLines } from "~/domain/payments/payable-lines"
import type { Payment } from "~/domain/payments/payment"
import { describeShipping } from "~/domain/shipping/shipping.server"
import type { Shop } from "~/domain/shop"

/** Stripe requires at least half an hour; the end of the hold cancels the page earlier. */
const HOSTED_PAGE_LIFETIME = HOUR

/** Uses stored values, because a repeated idempotency key requires an identical request. */
export function gatewayRequestOf(shop: Shop, payment: Payment, checkout: Checkout | null): NewHostedPayment {
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
