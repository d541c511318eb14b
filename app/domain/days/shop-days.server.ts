import type { Queryable } from "~/domain/shop"
import { yearOf } from "./calendar"
import type { Day, Days } from "./days"
import { DEFAULT_ZONE, daysIn } from "./days-in.server"
import { offsetsToText } from "./offsets"

/** Returns the days of the shop's time zone. */
export function daysOf({ settings }: Pick<Queryable, "settings">): Days {
  return daysIn(settings.current.timeZone || DEFAULT_ZONE)
}

export function todayOf(shop: Pick<Queryable, "settings" | "now">): Day {
  return daysOf(shop).dayOf(shop.now())
}

/** No shop has older rows than this. */
const OLDEST = Date.UTC(2020, 0)
const YEARS_AHEAD = 3

/** Returns the changes of the zone's offset that pages may show. */
export function offsetsForPages(shop: Pick<Queryable, "settings" | "now">): string {
  const until = Date.UTC(yearOf(todayOf(shop)) + YEARS_AHEAD, 0)
  return offsetsToText(daysOf(shop).offsets, { from: OLDEST, until })
}
