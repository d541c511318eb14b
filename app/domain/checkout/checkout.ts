import type { LineItem } from "../catalog/line-item"
import { MINUTE } from "../durations"
import type { PictureView } from "../media/picture"
import type { Payment } from "../payments/payment"
import type { ChargedLine, Charges, Quote } from "../pricing/quote"
import type { ShippingInfo } from "../shipping/shipping-info"

/** How long a checkout usually holds its units, in minutes. */
export const HOLD_MINUTES = 15

/** The same for a first order that takes the last units of many products. */
export const SHORT_HOLD_MINUTES = 5

/**
 * - `held`: the units are taken off the stock, a payment may be under way
 * - `completed`: the order is written
 * - `released`: nothing was paid, the units are back
 * - `refunded`: it was paid, could not become an order, and the money goes back
 */
type CheckoutStatus = "held" | "completed" | "released" | "refunded"

export interface CheckoutLine extends LineItem, ChargedLine {
  name: string
  picture: PictureView | null
}

/**
 * What is being paid: lines, prices and address as they were when the shopper confirmed them, with the payment that was
 * open for it when it was read. The steps of paying hand it on.
 */
export interface Checkout extends Charges, Pick<Quote, "currency"> {
  id: string
  userId: string
  /** As the account has them now. */
  customer: { name: string; email: string }
  payment: Payment | null
  status: CheckoutStatus
  lines: CheckoutLine[]
  shippingInfo: ShippingInfo
  holdExpiresAt: Date
  createdAt: Date
  closedAt: Date | null
}

/** How long a checkout holds its units, in minutes. */
export function holdMinutesOf({ createdAt, holdExpiresAt }: Checkout): number {
  return Math.round((holdExpiresAt.getTime() - createdAt.getTime()) / MINUTE)
}

export function isHoldActive(checkout: Checkout, now: Date): boolean {
  return checkout.status === "held" && checkout.holdExpiresAt > now
}
