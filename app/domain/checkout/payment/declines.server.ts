import type { Checkout } from "~/domain/checkout/checkout"
import { findCheckout } from "~/domain/checkout/checkouts.server"
import { releaseCheckout } from "~/domain/checkout/hold/release-checkout.server"
import type { Payment } from "~/domain/payments/payment"
import { paymentLimits } from "~/domain/payments/payment-limits"
import { findPaymentOfGateway } from "~/domain/payments/payments.server"
import { addDecline } from "~/domain/payments/record-payment.server"
import type { Shop } from "~/domain/shop"
import { invalid, ShopError } from "~/domain/shop-error"

/** Strangers try stolen cards: after so many the payment ends, and with it the hold. */
const MAX_DECLINES = 5

const TOO_MANY = "Five cards were declined, so this payment has ended. Please confirm your order again."

/** Bounds the declines of guests by the address of their network. @throws ShopError `tooMany` */
export async function assertFewDeclines(
  { limits }: Shop,
  { customer, clientAddress }: Pick<Checkout, "customer" | "clientAddress">,
): Promise<void> {
  if (customer.isGuest && clientAddress !== null) await limits.check([paymentLimits.declinesFromAddress, clientAddress])
}

/** Counts a guest's declined card, and ends the payment at the fifth; returns whether it did. */
async function countDecline(shop: Shop, payment: Payment, charge?: string): Promise<boolean> {
  if (payment.checkoutId === null) return false
  const checkout = await findCheckout(shop, payment.checkoutId)
  if (!checkout.customer.isGuest) return false
  const { declines, isNew } = await addDecline(shop, payment, charge)
  const { clientAddress } = checkout
  if (isNew && clientAddress !== null)
    await shop.limits.consume(paymentLimits.declinesFromAddress, clientAddress).catch(ignoreReachedLimit)
  return declines >= MAX_DECLINES && (await releaseCheckout(shop, checkout)) === "released"
}

/** For cards that the gateway's own form takes; counts each charge once. */
export async function countDeclineAtGateway(shop: Shop, gatewayId: string, charge: string): Promise<void> {
  const gatewayPayment = await shop.payments.find(gatewayId)
  const isOpen = gatewayPayment?.status === "requires_payment_method"
  const payment = isOpen ? await findPaymentOfGateway(shop, gatewayPayment) : null
  if (payment) await countDecline(shop, payment, charge)
}

/** The refusal of a decline, or, if it was one too many, why the payment is over. */
export async function refusalOfDecline(shop: Shop, payment: Payment, error: unknown): Promise<unknown> {
  const isDecline = error instanceof ShopError && error.kind === "payment"
  return isDecline && (await countDecline(shop, payment)) ? invalid(TOO_MANY, "checkout") : error
}

function ignoreReachedLimit(error: unknown): void {
  if (!(error instanceof ShopError) || error.kind !== "tooMany") throw error
}
