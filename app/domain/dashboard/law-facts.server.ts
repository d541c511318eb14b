import type { Staff } from "~/domain/accounts/actor"
import { todayOf } from "~/domain/days/shop-days.server"
import { type CalendarEntry, type LawFacts, lawCalendar } from "~/domain/law/law-rules"
import type { PageVersion } from "~/domain/pages/page"
import { findPages } from "~/domain/pages/page-versions.server"
import { unfilledPlaceholdersOf } from "~/domain/pages/view-page.server"
import type { Shop } from "~/domain/shop"
import { countUnnamedMakers } from "./unnamed-makers.server"

export async function readLawCalendar(shop: Shop, _staff: Staff<"attention.settle">): Promise<CalendarEntry[]> {
  return lawCalendar(await readLawFacts(shop), todayOf(shop))
}

export async function readLawFacts(shop: Shop): Promise<LawFacts> {
  const [[imprint, accessibility, privacy, terms, shipping], unnamedMakers] = await Promise.all([
    findPages(shop, ["imprint", "accessibility", "privacy", "terms", "shipping-and-returns"]),
    countUnnamedMakers(shop),
  ])
  const count = (page: PageVersion) => unfilledPlaceholdersOf(shop, page).length
  return {
    settings: shop.settings.current,
    open: {
      imprint: count(imprint),
      accessibility: count(accessibility),
      privacy: count(privacy),
      terms: count(terms),
      shipping: count(shipping),
    },
    texts: `${imprint.body}\n${terms.body}`,
    unnamedMakers,
  }
}
