import { longDay } from "~/domain/days/calendar"
import type { Day } from "~/domain/days/days"
import { DAY, HOUR } from "~/domain/durations"
import { mayWithdraw } from "~/domain/law/consumer-law"
import type { OrderStatus } from "~/domain/orders/order-status"

/** Directive 2011/83/EU, article 9: days from the delivery of the last parcel */
export const WITHDRAWAL_DAYS = 14
/** Article 13: days from the withdrawal within which the money is refunded */
export const REFUND_DAYS = 14

interface WithdrawableOrder {
  status: OrderStatus
  country: string
  /** Null before the delivery */
  lastDay: Day | null
}

/**
 * Returns the reason why the order cannot be withdrawn, as a sentence without its full stop; null if it is in transit.
 */
export function withdrawalRefusal(
  { status, country, lastDay }: WithdrawableOrder,
  { withdrawal }: { withdrawal: string },
  now: Date,
): string | null {
  if (!mayWithdraw(withdrawal, country)) return "The right of withdrawal is for orders to an address in the EU"
  if (status === "Cancelled") return "This order is already cancelled"
  if (status !== "Delivered" || lastDay === null || !hasEnded(lastDay, now)) return null
  return `The ${WITHDRAWAL_DAYS} days to withdraw from this order ended on ${longDay(lastDay)}`
}

/** Returns whether the day is over in the last time zone. */
export function hasEnded(day: Day, now: Date): boolean {
  return now.getTime() >= Date.parse(`${day}T00:00Z`) + DAY + 12 * HOUR
}
