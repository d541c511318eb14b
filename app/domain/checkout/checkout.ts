import type { LineItem } from "~/domain/catalog/line-item"
import { MINUTE } from "~/domain/durations"
import type { PictureView } from "~/domain/media/picture"
import type { Payment } from "~/domain/payments/payment"
import type { ChargedLine, Charges } from "~/domain/pricing/charges"
import type { PaymentMethod } from "~/domain/settings/payment-methods"
import type { ShippingInfo } from "~/domain/shipping/shipping-info"
import type { PaymentOutcome } from "./payment/payment-outcome"

export const HOLD_MINUTES = 15

/** The limit for first orders that take the last units of many products */
export const SHORT_HOLD_MINUTES = 5

/**
 * `processing`: the bank has not decided yet; `released`: unpaid, units returned; `refunded`: paid, but could not become
 * an order.
 */
type CheckoutStatus = "held" | "processing" | "completed" | "released" | "refunded"

interface CheckoutLine extends LineItem, ChargedLine {
  productId: string
  name: string
  picture: PictureView | null
}

/** A snapshot of lines, prices and address at confirmation, with the open payment. */
export interface Checkout extends Charges {
  id: string
  currency: string
  userId: string
  /** The account's current values, not a snapshot. */
  customer: { name: string; email: string; isGuest: boolean }
  /** A key of the network, stored as long as its holds count */
  clientAddress: string | null
  payment: Payment | null
  paymentMethod: PaymentMethod
  source: "page" | "api"
  status: CheckoutStatus
  /** Null for held and released checkouts */
  outcome: PaymentOutcome | null
  lines: CheckoutLine[]
  shippingInfo: ShippingInfo
  terms: { digest: string } | null
  holdExpiresAt: Date
  createdAt: Date
  closedAt: Date | null
  /** Whether it was released because its payment failed after it had been processing */
  hasFailed: boolean
}

/** The units of a product that a shopper's own checkout holds */
export interface OwnHold {
  units: number
  until: Date
  /** Units by the id of the variant */
  byVariant: Record<string, number>
}

export function holdMinutesOf({ createdAt, holdExpiresAt }: Checkout): number {
  return Math.round((holdExpiresAt.getTime() - createdAt.getTime()) / MINUTE)
}

export function isHoldActive(checkout: Checkout, now: Date): boolean {
  return checkout.status === "held" && checkout.holdExpiresAt > now
}
