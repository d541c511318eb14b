import type { Checkout } from "~/domain/checkout/checkout"
import { findCheckout } from "~/domain/checkout/checkouts.server"
import { releaseCheckout } from "~/domain/checkout/hold/release-checkout.server"
import type { TrackedPayment } from "~/domain/payments/payment"
import { paymentLimits } from "~/domain/payments/payment-limits"
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

interface Attempt {
  checkout: Checkout
  payment: TrackedPayment
}

/** Counts a guest's declined card, and ends the payment at the fifth; returns whether it did. */
async function countDecline(shop: Shop, { checkout, payment }: Attempt, charge?: string): Promise<boolean> {
  const { customer, clientAddress } = checkout
  if (!customer.isGuest) return false
  const { declines, isNew } = await addDecline(shop, payment.record, charge)
  if (isNew && clientAddress !== null)
    await shop.limits.consume(paymentLimits.declinesFromAddress, clientAddress).catch(ignoreReachedLimit)
  return declines >= MAX_DECLINES && (await releaseCheckout(shop, checkout)) === "released"
}

/** For cards that the gateway's own form takes; counts each charge once. */
export async function countDeclineAtGateway(shop: Shop, payment: TrackedPayment, charge: string): Promise<void> {
  const { checkoutId } = payment.record
  if (payment.status !== "requires_payment_method" || checkoutId === null) return
  await countDecline(shop, { checkout: await findCheckout(shop, checkoutId), payment }, charge)
}

/** Returns the refusal of a declined card, or that of the payment after one too many. */
export async function refusalOfDecline(shop: Shop, attempt: Attempt, error: unknown): Promise<unknown> {
  const isDecline = error instanceof ShopError && error.kind === "payment"
  return isDecline && (await countDecline(shop, attempt)) ? invalid(TOO_MANY, "checkout") : error
}

function ignoreReachedLimit(error: unknown): void {
  if (!(error instanceof ShopError) || error.kind !== "tooMany") throw error
}
