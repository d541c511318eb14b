import { viewPicture } from "~/domain/media/picture"
import { termsOf } from "~/domain/pricing/terms"
import { linesOf } from "~/domain/settings/settings"
import type { Shop } from "~/domain/shop"
import type { Site } from "~/ui/shell/site"

export function viewSite({
  settings,
  identity,
  media,
  now,
}: Pick<Shop, "settings" | "identity" | "media" | "now">): Site {
  const { logo, announcement, announcementLink, address, telephone, openingHours, taxId, socialLinks, pricing } =
    settings.current
  const { taxRate, taxesIncluded, freeShippingAbove } = termsOf(pricing, now())
  return {
    ...(logo && { logo: viewPicture(logo, identity.name, media.baseUrl) }),
    ...(announcement && { announcement: { text: announcement, ...(announcementLink && { link: announcementLink }) } }),
    ...(address && { address }),
    ...(telephone && { telephone }),
    ...(openingHours && { openingHours }),
    ...(taxId && { taxId }),
    ...(socialLinks && { socialLinks: linesOf(socialLinks) }),
    ...(taxRate && { taxNote: taxesIncluded ? "including tax" : `before ${taxRate} tax` }),
    ...(freeShippingAbove && { freeAbove: freeShippingAbove }),
  }
}
