import type { CurrencyCode } from "../format-money"
import type { Cents } from "../money"

export interface PricingRules {
  currency: CurrencyCode
  /** Added to the prices. */
  taxes: readonly TaxRule[]
  shipping: ShippingRule
}

export interface TaxRule {
  name: string
  /** Millionths: 100,000 is ten percent. */
  rate: number
}

export interface ShippingRule {
  price: Cents
  freeAbove: Cents
}

export const defaultRules: PricingRules = {
  currency: "USD",
  taxes: [{ name: "GST", rate: 100_000 }],
  shipping: { price: 2_500, freeAbove: 50_000 },
}
