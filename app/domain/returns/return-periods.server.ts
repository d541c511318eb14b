import type { Day } from "~/domain/days/days"
import { daysOf, todayOf } from "~/domain/days/shop-days.server"
import type { Events } from "~/domain/events/event"
import { returnDaysOf, type ShopSettings } from "~/domain/settings/settings"
import { type HolidayPlace, isHoliday } from "~/domain/shipping/holidays/holidays.server"
import { endOfPeriod } from "~/domain/shipping/holidays/working-days"
import type { Queryable, Tx } from "~/domain/shop"
import { REFUND_DAYS, WITHDRAWAL_DAYS } from "./withdrawal"

/** Days such as `2026-12-28`; both null before the delivery */
export interface ReturnPeriods {
  withdrawalEndsOn: string | null
  /** Null if the shop accepts no returns beyond the right of withdrawal */
  returnEndsOn: string | null
}

interface DeliveredOrder {
  id: string
  deliveredAt: Date | null
  shippingInfo: HolidayPlace
}

/**
 * Returns the later of the day stored at the delivery and the day by present holidays and settings: no period becomes
 * shorter.
 */
export async function findReturnPeriods(
  { db, settings }: Queryable,
  { id, deliveredAt, shippingInfo }: DeliveredOrder,
): Promise<ReturnPeriods> {
  if (deliveredAt === null) return { withdrawalEndsOn: null, returnEndsOn: null }
  const now = periodsAfter(daysOf({ settings }).dayOf(deliveredAt), shippingInfo, settings.current)
  const stored = await db
    .selectFrom("return_periods")
    .select((row) => [
      row.cast<string>("withdrawal_ends_on", "text").as("withdrawalEndsOn"),
      row.cast<string | null>("return_ends_on", "text").as("returnEndsOn"),
    ])
    .where("order_id", "=", id)
    .executeTakeFirst()
  return {
    withdrawalEndsOn: later(now.withdrawalEndsOn, stored?.withdrawalEndsOn),
    returnEndsOn: now.returnEndsOn ? later(now.returnEndsOn, stored?.returnEndsOn) : (stored?.returnEndsOn ?? null),
  }
}

export async function storeReturnPeriods(tx: Tx, order: Events["order.delivered"]["order"]): Promise<void> {
  const { withdrawalEndsOn, returnEndsOn } = periodsAfter(todayOf(tx), order.shipping_info, tx.settings.current)
  const row = { order_id: order.id, withdrawal_ends_on: withdrawalEndsOn, return_ends_on: returnEndsOn }
  await tx.db.insertInto("return_periods").values(row).execute()
}

function periodsAfter(deliveredOn: string, place: HolidayPlace, settings: ShopSettings) {
  const returnDays = returnDaysOf(settings)
  const isFree = (day: string) => isHoliday(place, day)
  return {
    withdrawalEndsOn: endOfPeriod(deliveredOn, WITHDRAWAL_DAYS, isFree),
    returnEndsOn: returnDays === 0 ? null : endOfPeriod(deliveredOn, returnDays, isFree),
  }
}

const later = (day: string, other: string | null | undefined) => (other && other > day ? other : day)

type Settled = Pick<Queryable, "settings">

/** Returns the last day to send back withdrawn goods: Directive 2011/83/EU, article 14. */
export function sendBackUntil(shop: Settled, withdrawnAt: Date, place: HolidayPlace): Day {
  return endOfPeriod(daysOf(shop).dayOf(withdrawnAt), REFUND_DAYS, (day) => isHoliday(place, day))
}

/** Returns the last day for the refund; a holiday extends it if both the shop and the customer have it. */
export function refundDue(shop: Settled, withdrawnAt: Date, place: HolidayPlace): Day {
  const { home } = shop.settings.current.pricing
  const places = home.country === "" ? [place] : [place, home]
  return endOfPeriod(daysOf(shop).dayOf(withdrawnAt), REFUND_DAYS, (day) => places.every((one) => isHoliday(one, day)))
}
