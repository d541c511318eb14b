import type { CurrencyCode } from "~/domain/money/currency"
import { DEFAULT_CURRENCY } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import { type Destination, everywhere, type Place } from "./places"

export interface PricingRules {
  currency: CurrencyCode
  /** The shop's own place, which the prices of cached pages are for */
  home: Destination
  zones: readonly Zone[]
  taxes: TaxRules
}

export interface Zone {
  id: string
  name: string
  places: readonly Place[]
  telephone: TelephoneRule
  /** Patterns of digits `#` and letters `@`, separated by commas; empty means any */
  postcodes: string
  methods: readonly ShippingMethod[]
}

export type TelephoneRule = "ten-digits" | "international"

export interface ShippingMethod {
  id: string
  name: string
  kind: "flat" | "weight" | "price" | "pickup"
  /** Steps by grams or cents, ascending and without gaps; other kinds have one step. */
  steps: readonly ShippingStep[]
  /** The method is free if the goods exceed this amount. */
  freeAbove: Cents | null
  /** Delivery time in working days */
  days: { from: number; to: number } | null
  pickup: PickupPoint | null
  isOn: boolean
}

/** Applies above `from` up to and including `to`, and at 0 if it begins there. */
export interface ShippingStep {
  from: number
  to: number | null
  price: Cents
}

export interface PickupPoint {
  address: string
  hours: string
}

export interface TaxRules {
  /** Whether prices include tax */
  included: boolean
  shipping: "none" | "like-goods" | { taxClass: string }
  /** The owner's tax classes, in addition to the built-in ones */
  classes: readonly string[]
  rates: readonly TaxRate[]
  /** Whether the rates of an EU state also apply in its territories outside the VAT area; see `eu-territories.ts`. */
  ignoresTerritories?: boolean
}

export interface TaxRule {
  name: string
  /** Millionths: 100,000 is ten percent. */
  rate: number
}

export interface TaxRate extends TaxRule {
  place: Place
  taxClass: string
  /** A day in the shop's time zone such as `2027-01-01`; null means always */
  from: string | null
  /** Whether the rate applies to shipping too, if shipping is taxed */
  onShipping: boolean
}

export const STANDARD_CLASS = "standard"
/** A tax class that is never taxed */
export const ZERO_CLASS = "zero"
export const shippedTaxClasses = [STANDARD_CLASS, "reduced", ZERO_CLASS] as const

export function taxClassesOf({ classes }: Pick<TaxRules, "classes">): string[] {
  return [...shippedTaxClasses, ...classes]
}

export const PERCENT = 10_000

export const defaultRules: PricingRules = {
  currency: DEFAULT_CURRENCY,
  home: { country: "", state: "", pinCode: "" },
  zones: [
    {
      id: "everywhere",
      name: "Everywhere",
      places: [everywhere],
      telephone: "ten-digits",
      postcodes: "",
      methods: [
        {
          id: "shipping",
          name: "Shipping",
          kind: "flat",
          steps: [{ from: 0, to: null, price: 2_500 }],
          freeAbove: 50_000,
          days: null,
          pickup: null,
          isOn: true,
        },
      ],
    },
  ],
  taxes: {
    included: false,
    shipping: "none",
    classes: [],
    rates: [
      { place: everywhere, name: "GST", rate: 10 * PERCENT, taxClass: STANDARD_CLASS, from: null, onShipping: false },
    ],
  },
}
