import { DAY, HOUR } from "../durations"
import type { OrderStatus } from "../orders/order-status"
import { isInEu } from "../shipping/eu"

/** Directive 2011/83/EU, article 9: days from the delivery of the last parcel */
export const WITHDRAWAL_DAYS = 14
/** Article 13: days from the withdrawal in which the money goes back */
export const REFUND_DAYS = 14

interface WithdrawableOrder {
  status: OrderStatus
  deliveredAt: Date | null
  country: string
}

/** Returns why the order cannot be withdrawn from, as a sentence without its full stop; null if it is under way. */
export function withdrawalRefusal(
  { status, deliveredAt, country }: WithdrawableOrder,
  { withdrawal }: { withdrawal: string },
  now: Date,
): string | null {
  if (!mayWithdraw(withdrawal, country)) return "The right of withdrawal is for orders to an address in the EU"
  if (status === "Cancelled") return "This order is cancelled already"
  if (status !== "Delivered" || deliveredAt === null || now < endOf(lastDay(deliveredAt))) return null
  return `The ${WITHDRAWAL_DAYS} days to withdraw from this order ended on ${formatDay(lastDay(deliveredAt))}`
}

export function mayWithdraw(withdrawal: string, country: string): boolean {
  return withdrawal !== "eu" || isInEu(country)
}

/** The day of the delivery does not count, and a weekend prolongs it: Regulation 1182/71, article 3. */
export function lastDay(deliveredAt: Date): Date {
  const day = new Date(deliveredAt.getTime() + WITHDRAWAL_DAYS * DAY)
  day.setUTCHours(0, 0, 0, 0)
  while (day.getUTCDay() % 6 === 0) day.setUTCDate(day.getUTCDate() + 1)
  return day
}

export function refundDue(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + REFUND_DAYS * DAY)
}

/** The end of the day in the last time zone */
function endOf(day: Date): Date {
  return new Date(day.getTime() + DAY + 12 * HOUR)
}

export function formatDay(date: Date): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(date)
}
