import { movePublications } from "~/domain/catalog/publication/move-publications.server"
import { moveSales } from "~/domain/catalog/sales/move-sales.server"
import { DEFAULT_ZONE } from "~/domain/days/days-in.server"
import { moveDiscounts } from "~/domain/discounts/move-discounts.server"
import type { StaffAction } from "~/domain/events/event"
import type { Subscriber, Tx } from "~/domain/shop"

/** Plans for a day move to the same day of the new zone. */
async function moveDays(tx: Tx, { before, after }: Pick<StaffAction, "before" | "after">): Promise<void> {
  const [from, to] = [zoneOf(before), zoneOf(after)]
  if (from === null || to === null || from === to) return
  await moveDiscounts(tx, { from, to })
  // Variants are locked before products, as by everyone.
  await moveSales(tx, { from, to })
  await movePublications(tx, { from, to })
}

/** Null if the zone is not among the changed settings */
function zoneOf(facts: StaffAction["before"]): string | null {
  const zone = (facts as { timeZone?: unknown } | null | undefined)?.timeZone
  return typeof zone === "string" ? zone || DEFAULT_ZONE : null
}

export const zoneChanges = {
  "settings.updated": moveDays,
  "settings.restored": moveDays,
} satisfies Subscriber
