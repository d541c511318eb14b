import type { PricingRules } from "../pricing/rules"
import { sendsToEu } from "../shipping/eu"

/** The reminder of Directive 2011/83/EU, article 6 (1) (l), as amended by Directive (EU) 2024/825; null without a zone in the EU */
export function legalGuaranteeOf(rules: Pick<PricingRules, "zones">): string | null {
  return sendsToEu(rules) ? REMINDER : null
}

const REMINDER =
  "In the EU the law guarantees for at least two years that goods are as they should be; national law may guarantee it for longer. If they are not, the seller repairs or replaces them free of charge, or gives all or some of the money back."
