import { noteEverythingChanged } from "~/domain/catalog/catalog-changes.server"
import { todayOf } from "~/domain/days/shop-days.server"
import type { Shop } from "~/domain/shop"

/** The last day that this process has checked */
const days = new WeakMap<Shop["settings"], string>()

/** Invalidates cached pages at the midnight when a rate begins, because no row changes then. */
export async function invalidateAtRateDates(shop: Shop): Promise<void> {
  const { settings } = shop
  const today = todayOf(shop)
  const before = days.get(settings) ?? today
  const { rates } = settings.current.pricing.taxes
  const begins = rates.some(({ from }) => from !== null && from > before && from <= today)
  if (begins) await shop.transaction(noteEverythingChanged)
  days.set(settings, today)
}
