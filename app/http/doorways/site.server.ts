import { todayOf } from "~/domain/days/shop-days.server"
import { viewPicture } from "~/domain/media/picture"
import { termsOf } from "~/domain/pages/terms"
import { legalGuaranteeOf } from "~/domain/returns/legal-guarantee"
import { linesOf } from "~/domain/settings/settings"
import type { Shop } from "~/domain/shop"
import type { Site } from "~/ui/shell/site"

export function viewSite({
  settings,
  identity,
  media,
  now,
}: Pick<Shop, "settings" | "identity" | "media" | "now">): Site {
  const {
    logo,
    announcement,
    announcementLink,
    address,
    telephone,
    openingHours,
    taxId,
    socialLinks,
    pricing,
    withoutAgentTools,
  } = settings.current
  const guarantee = legalGuaranteeOf(settings.current)
  const notes = [priceNote(termsOf(pricing, todayOf({ settings, now }))), guarantee?.reminder].filter(
    (note) => typeof note === "string",
  )
  return {
    ...(logo && { logo: viewPicture(logo, identity.name, media.baseUrl) }),
    ...(announcement && { announcement: { text: announcement, ...(announcementLink && { link: announcementLink }) } }),
    ...(address && { address }),
    ...(telephone && { telephone }),
    ...(openingHours && { openingHours }),
    ...(taxId && { taxId }),
    ...(socialLinks && { socialLinks: linesOf(socialLinks) }),
    ...(notes.length > 0 && { notes }),
    ...(guarantee?.notice && { notice: guarantee.notice }),
    ...(withoutAgentTools && { withoutAgentTools: true as const }),
  }
}

function priceNote({ currency, taxRate, taxesIncluded, freeShippingAbove }: ReturnType<typeof termsOf>): string | null {
  if (!taxRate && !freeShippingAbove) return null
  const tax = taxesIncluded ? ", including tax" : `, before ${taxRate} tax`
  const shipping = freeShippingAbove ? `Free shipping on orders over ${freeShippingAbove}. ` : ""
  return `${shipping}Prices in ${currency}${taxRate ? tax : ""}.`
}
