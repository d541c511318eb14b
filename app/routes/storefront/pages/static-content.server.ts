import type { PageName } from "~/domain/pages/page"
import { viewPage, viewRememberedPage } from "~/domain/pages/view-page.server"
import { staticPage } from "~/http/doorways/page.server"
import { isOutage } from "~/http/outage"

/** For pages that are needed most when the database is unavailable */
export function staticContent(name: PageName) {
  return staticPage({ store: "memory", ignoresUnknown: true, sharesMain: true }, async (shop, context) => {
    const page = await viewPage(shop, name).catch((error) => {
      if (!isOutage(error)) throw error
      context.noteOutage()
      return viewRememberedPage(shop, name)
    })
    const { address, telephone, openingHours } = shop.settings.current
    return { ...page, shop: { name: shop.identity.name, email: shop.identity.email, address, telephone, openingHours } }
  })
}
