import { noteEverythingChanged } from "../catalog/catalog-changes.server"
import type { Shop } from "../shop"

/** The day that this process has looked at last */
const days = new WeakMap<Shop["settings"], string>()

/** Ends kept pages at the midnight from which a rate holds, which is a change that no row makes. */
export async function beginRates(shop: Shop): Promise<void> {
  const { settings } = shop
  const today = shop.now().toISOString().slice(0, 10)
  const before = days.get(settings) ?? today
  const { rates } = settings.current.pricing.taxes
  const begins = rates.some(({ from }) => from !== null && from > before && from <= today)
  if (begins) await shop.transaction(noteEverythingChanged)
  days.set(settings, today)
}
