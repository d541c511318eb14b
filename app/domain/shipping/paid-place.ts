import type { Day } from "~/domain/days/days"
import { euTerritories } from "~/domain/pricing/eu-territories"
import { rulesAt } from "~/domain/pricing/local-rules"
import type { Destination } from "~/domain/pricing/places"
import { codeOfPattern } from "~/domain/pricing/postcode"
import type { PricingRules } from "~/domain/pricing/rules"

/** Returns whether these classes of products, and their shipping, are taxed the same at each of the places. */
export function isTaxedAlike(
  rules: PricingRules,
  classes: readonly string[],
  places: readonly Destination[],
  today: Day,
): boolean {
  const { shipping } = rules.taxes
  const all = new Set([...classes, ...(typeof shipping === "object" ? [shipping.taxClass] : [])])
  const taxesAt = (place: Destination) => {
    const { ratesOf } = rulesAt(rules, place, today).taxes
    const rates = [...all].map((taxClass) =>
      ratesOf(taxClass).map(({ name, rate, onShipping }) => [name, rate, onShipping]),
    )
    return JSON.stringify(rates.map((ofClass) => ofClass.map(String).sort()))
  }
  const [first, ...others] = places
  const taxes = first && taxesAt(first)
  return others.every((place) => taxesAt(place) === taxes)
}

/** A place for each way in which an address with a known country and post code could be taxed */
export function placesInCountry(rules: PricingRules, { country, pinCode }: Destination): Destination[] {
  const named = rules.taxes.rates.flatMap(({ place }) => (place.country === country ? [place.state] : []))
  const exceptions = euTerritories.flatMap((territory) => (territory.country === country ? territory.states : []))
  return Array.from(new Set(["", ...named, ...exceptions]), (state) => ({ country, state, pinCode }))
}

/** A place for each country, state and post code that a rate names, and one that none names */
export function placesAnywhere(rules: PricingRules): Destination[] {
  const named = rules.taxes.rates.map(({ place: { country, state, postcode } }) => {
    return { country, state, pinCode: postcode && codeOfPattern(postcode, country) }
  })
  return [{ country: "", state: "", pinCode: "" }, ...named]
}
