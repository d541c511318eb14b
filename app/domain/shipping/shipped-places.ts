import type { Cents } from "~/domain/money/money"
import { homeOf, zoneOf } from "~/domain/pricing/local-rules"
import type { PricingRules, ShippingMethod } from "~/domain/pricing/rules"
import { type OfferedMethod, offeredMethods } from "~/domain/pricing/shipping-methods"

export interface ShippedPlace {
  /** ISO 3166 */
  country: string
  region: string | null
  methods: readonly ShippingMethod[]
}

/** Search engines accept regions of only these countries. */
const countriesWithRegions = new Set(["US", "AU", "JP"])

/** The shop's country and its regions with other shipping; none if the shop has no country */
export function shippedPlaces(rules: PricingRules): ShippedPlace[] {
  const { country } = homeOf(rules)
  if (country === "") return []
  const named = rules.zones.flatMap(({ places }) => places).filter((place) => place.country === country)
  const regions = named.flatMap(({ state, postcode }) => (state !== "" && postcode === "" ? [state] : []))
  return [null, ...(countriesWithRegions.has(country) ? new Set(regions) : [])].flatMap((region) => {
    const methods = zoneOf(rules, { country, state: region ?? "", pinCode: "" })?.methods ?? []
    const sent = methods.filter(({ isOn, kind }) => isOn && kind !== "pickup")
    return sent.length > 0 ? [{ country, region, methods: sent }] : []
  })
}

export function methodsFor({ methods }: ShippedPlace, unit: { price: Cents; grams: number }): OfferedMethod[] {
  return offeredMethods(methods, { goods: unit.price, grams: unit.grams })
}
