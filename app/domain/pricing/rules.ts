import type { CurrencyCode } from "../format-money"
import type { Cents } from "../money"

/** What a shop charges beside its prices. */
export interface PricingRules {
  /** The currency of all prices. */
  currency: CurrencyCode
  /** Each is charged on the goods, on top of their prices. */
  taxes: readonly TaxRule[]
  shipping: ShippingRule
}

export interface TaxRule {
  name: string
  /** In millionths: 100,000 are ten percent. */
  rate: number
}

export interface ShippingRule {
  price: Cents
  /** Shipping is free when the goods come to more than this. */
  freeAbove: Cents
}

/** The rules of a shop whose settings say nothing else. */
export const defaultRules: PricingRules = {
  currency: "USD",
  taxes: [{ name: "GST", rate: 100_000 }],
  shipping: { price: 2_500, freeAbove: 50_000 },
}
