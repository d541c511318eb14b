import type { Place } from "~/domain/pricing/places"
import type { ShopSettings } from "~/domain/settings/settings"
import { isInEu } from "./eu"

/**
 * The law on distance contracts at a consumer's home: Directive 2011/83/EU, which also applies in the EEA, or the UK's
 * Consumer Contracts Regulations 2013
 */
export type ConsumerLaw = "eu" | "uk"

const consumerLaws: readonly ConsumerLaw[] = ["eu", "uk"]

/** The states of the European Economic Area outside of the EU */
const otherEea = new Set(["IS", "LI", "NO"])

/** Returns null where neither law gives a right of withdrawal. */
export function consumerLawOf(country: string): ConsumerLaw | null {
  if (isInEu(country) || otherEea.has(country)) return "eu"
  return country === "GB" ? "uk" : null
}

/** Returns whether the settings grant withdrawals to orders from this country. */
export function mayWithdraw(withdrawal: string, country: string): boolean {
  return withdrawal !== "eu" || isInEu(country)
}

type Selling = Pick<ShopSettings, "withdrawal"> & {
  pricing: { home: { country: string }; zones: readonly { places: readonly Pick<Place, "country">[] }[] }
}

/** Returns the laws under which the shop sells. */
export function consumerLawsOf(pricing: Selling["pricing"]): ConsumerLaw[] {
  return consumerLaws.filter((law) => sellsUnder(law, pricing))
}

/**
 * Returns whether the shop sells to consumers in the EU itself, without the rest of the EEA: a zone names one of its
 * countries, or is for the whole world and the shop is at home under one of the laws.
 */
export function sendsToEu({ home, zones }: Selling["pricing"]): boolean {
  const countries = zones.flatMap(({ places }) => places.map(({ country }) => country))
  return countries.some((country) => (country === "" ? consumerLawOf(home.country) !== null : isInEu(country)))
}

/** Returns the laws under which the shop sells with a right of withdrawal. */
export function withdrawalLawsOf({ pricing, withdrawal }: Selling): ConsumerLaw[] {
  return consumerLawsOf(pricing).filter((law) => law === "eu" || withdrawal !== "eu")
}

/** Returns the law that gives an order from this country a right of withdrawal, or null. */
export function withdrawalLawAt(selling: Selling, country: string): ConsumerLaw | null {
  const law = consumerLawOf(country)
  return law !== null && mayWithdraw(selling.withdrawal, country) && sellsUnder(law, selling.pricing) ? law : null
}

/**
 * A zone for the whole world means consumers there only for a shop at home under one of the laws: any other has to name
 * their countries.
 */
function sellsUnder(law: ConsumerLaw, { home, zones }: Selling["pricing"]): boolean {
  const countries = zones.flatMap(({ places }) => places.map(({ country }) => country))
  return countries.some((country) =>
    country === "" ? consumerLawOf(home.country) !== null : consumerLawOf(country) === law,
  )
}
