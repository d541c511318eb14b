import { sendsToEu } from "~/domain/law/consumer-law"
import type { ShopSettings } from "~/domain/settings/settings"

export interface LegalGuarantee {
  /** Directive 2011/83/EU, article 6 (1) (l), as amended by Directive (EU) 2024/825 */
  reminder: string
  /** The address of the notice of article 22a, once the owner has uploaded it */
  notice: string | null
}

type Settings = Pick<ShopSettings, "pricing" | "notice">

/** Returns null for a shop that does not sell to the EU. */
export function legalGuaranteeOf({ pricing, notice }: Settings): LegalGuarantee | null {
  return sendsToEu(pricing) ? { reminder: REMINDER, notice: notice && "/legal-guarantee" } : null
}

export function isNoticeMissing(settings: Settings): boolean {
  return legalGuaranteeOf(settings)?.notice === null
}

const REMINDER =
  "In the EU, goods have a legal guarantee of at least two years; national law may give a longer one. If goods are faulty, the seller has to repair or replace them free of charge, or refund all or part of the price."
