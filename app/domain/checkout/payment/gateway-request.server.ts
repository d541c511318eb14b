import { HOUR } from "~/domain/durations"
import type { Customer, NewHostedPayment } from "~/domain/payments/gateway"
import { CARDS_ONLY } from "~/domain/payments/online-methods"
import type { Payment } from "~/domain/payments/payment"
import { findShopMark } from "~/domain/payments/shop-mark.server"
import { billLines } from "~/domain/pricing/bill"
import { amountOf, type ChargedLine, type Charges } from "~/domain/pricing/charges"
import { describeShipping } from "~/domain/shipping/shipping.server"
import type { Shop } from "~/domain/shop"
import type { Checkout } from "../checkout"

/** Stripe requires at least half an hour; the end of the hold cancels the page earlier. */
const HOSTED_PAGE_LIFETIME = HOUR

/** Uses stored values, because a repeated idempotency key requires an identical request. */
export async function gatewayRequestOf(
  shop: Shop,
  payment: Payment,
  checkout: Checkout | null,
): Promise<NewHostedPayment> {
  const { id: paymentId, userId, checkoutId, amount, createdAt } = payment
  const here = `${shop.identity.url}/process/payment`
  return {
    paymentId,
    userId,
    checkoutId,
    amount,
    currency: checkout?.currency ?? shop.settings.current.pricing.currency,
    shop: await findShopMark(shop),
    customer: checkout && customerOf(checkout),
    methods: payment.methods ?? CARDS_ONLY,
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

/**
 * The lines for the gateway, which accepts no negative ones: discounts are subtracted, and the lines add up to the
 * total.
 */
export function payableLines(
  charges: Charges & { lines: readonly (ChargedLine & { name: string })[] },
): NewHostedPayment["lines"] {
  const added = billLines(charges).filter(({ kind, amount }) => (kind === "shipping" || kind === "tax") && amount > 0)
  return [
    ...charges.lines.flatMap(unitsOf),
    ...added.map(({ label, amount }) => ({ name: label, price: amount, quantity: 1 })),
  ]
}

/** If a discount leaves no whole cents per unit, some units cost a cent more. */
function unitsOf(line: ChargedLine & { name: string }): NewHostedPayment["lines"] {
  const { name, quantity } = line
  const amount = amountOf(line)
  const [price, dearer] = [Math.floor(amount / quantity), amount % quantity]
  const lines = [
    { name, price, quantity: quantity - dearer },
    { name, price: price + 1, quantity: dearer },
  ]
  return lines.filter((one) => one.quantity > 0)
}
