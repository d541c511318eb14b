import { addDays } from "~/domain/days/calendar"
import { daysOf, todayOf } from "~/domain/days/shop-days.server"
import type { Queryable } from "~/domain/shop"
import { transferDaysOf } from "./payment-methods"

/** Returns the end of the last day on which a transfer for an order placed now may arrive. */
export function transferDueAt(shop: Pick<Queryable, "settings" | "now">): Date {
  return daysOf(shop).endOf(addDays(todayOf(shop), transferDaysOf(shop.settings.current)))
}
