import { DEFAULT_REVIEW_CHECKS, type ShopSettings } from "~/domain/settings/settings"
import { consumerLawsOf } from "./consumer-law"

/**
 * Returns how the shop checks that reviews are its customers': Directive 2005/29/EC, article 7(6). Null where neither the
 * EU's nor the UK's law asks for it.
 */
export function reviewChecksOf(settings: Pick<ShopSettings, "reviewChecks" | "pricing">): string | null {
  return consumerLawsOf(settings.pricing).length === 0 ? null : settings.reviewChecks || DEFAULT_REVIEW_CHECKS
}
