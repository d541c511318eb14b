import { todayOf } from "~/domain/days/shop-days.server"
import type { OfferedMethod } from "~/domain/pricing/shipping-methods"
import type { Queryable } from "~/domain/shop"
import { deliveryDates } from "./delivery-days"
import { type HolidayPlace, isHoliday } from "./holidays/holidays.server"

/**
 * Returns the delivery dates of a method for an order today, by working days of the shop and of the place; null if it
 * has none.
 */
export function promisedDates(
  shop: Pick<Queryable, "settings" | "now">,
  { days, pickup }: Pick<OfferedMethod, "days" | "pickup">,
  to: HolidayPlace,
): string | null {
  if (days === null) return null
  const { home } = shop.settings.current.pricing
  const places = pickup ? [home] : [home, to]
  return deliveryDates(days, todayOf(shop), (day) => places.some((place) => isHoliday(place, day)))
}
