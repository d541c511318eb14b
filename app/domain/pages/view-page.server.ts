import { todayOf } from "~/domain/days/shop-days.server"
import { registrationLine, registrationsOf } from "~/domain/settings/registrations"
import type { Queryable } from "~/domain/shop"
import type { Database } from "~db/database.server"
import type { PageName, PageVersion, RenderedPage } from "./page"
import { findPage } from "./page-versions.server"
import { paymentTerms } from "./payment-terms"
import { fillPlaceholders, listUnfilled, type PageFacts } from "./placeholders"
import { pricesTerms, shippingTerms } from "./pricing-terms"
import { renderMarkdown } from "./render-markdown.server"
import { shippedPage } from "./shipped-pages.server"
import { termsOf } from "./terms"
import { returnCostsTerms, withdrawalTerms } from "./withdrawal-terms"

const lastSeen = new WeakMap<Database, Map<PageName, PageVersion>>()

export async function viewPage(shop: Queryable, name: PageName): Promise<RenderedPage> {
  const page = await findPage(shop, name)
  const seen = lastSeen.get(shop.db) ?? new Map<PageName, PageVersion>()
  lastSeen.set(shop.db, seen.set(name, page))
  return renderPage(shop, page)
}

/** Works without the database: renders the page that this process rendered last, or the shipped one. */
export async function viewRememberedPage(shop: Queryable, name: PageName): Promise<RenderedPage> {
  return renderPage(shop, lastSeen.get(shop.db)?.get(name) ?? shippedPage(name))
}

export async function renderPage(
  shop: Queryable,
  { title, body }: Pick<PageVersion, "title" | "body">,
): Promise<RenderedPage> {
  return { title, ...(await renderMarkdown(fillPlaceholders(body, factsOf(shop)))) }
}

export function unfilledPlaceholdersOf(shop: Queryable, { body }: Pick<PageVersion, "body">): string[] {
  return listUnfilled(body, factsOf(shop))
}

export function factsOf({ identity, settings, now }: Pick<Queryable, "identity" | "settings" | "now">): PageFacts {
  const { address, telephone, openingHours, taxId, pricing } = settings.current
  const terms = termsOf(pricing, todayOf({ settings, now }))
  return {
    shop: identity.name,
    email: identity.email,
    address,
    telephone,
    openingHours,
    taxId,
    registrations: registrationsOf(settings.current).map(registrationLine).join("\n"),
    ...terms,
    shipping: shippingTerms(pricing),
    prices: pricesTerms(terms),
    rightOfWithdrawal: withdrawalTerms(settings.current),
    returnCosts: returnCostsTerms(settings.current),
    waysToPay: paymentTerms(settings.current),
  }
}
