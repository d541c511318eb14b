import type { Day } from "~/domain/days/days"
import type { CurrencyCode } from "~/domain/money/currency"
import { euTerritoryAt, rateInTerritory, taxedPlace } from "./eu-territories"
import { type Destination, exactness, mostExact } from "./places"
import { codeOfPattern } from "./postcode"
import {
  type PricingRules,
  type ShippingMethod,
  STANDARD_CLASS,
  type TaxRate,
  type TaxRules,
  ZERO_CLASS,
  type Zone,
} from "./rules"

/** The rules that apply at a destination on a day */
export interface LocalRules {
  currency: CurrencyCode
  zone: string | null
  methods: readonly ShippingMethod[]
  taxes: LocalTaxes
  /** The rules for orders collected at the shop */
  pickupTaxes: LocalTaxes
}

/** This data could come from a tax service: `viewLines` runs outside of transactions. */
export interface LocalTaxes extends Pick<TaxRules, "included" | "shipping"> {
  ratesOf(taxClass: string): readonly TaxRate[]
}

export function rulesAt(rules: PricingRules, destination: Destination, day: Day): LocalRules {
  const zone = zoneOf(rules, destination)
  const { home, taxes, currency } = rules
  return {
    currency,
    zone: zone?.name ?? null,
    methods: zone?.methods.filter(({ isOn }) => isOn) ?? [],
    taxes: taxesAt(taxes, destination, day),
    pickupTaxes: taxesAt(taxes, home, day),
  }
}

export function zoneOf({ zones }: Pick<PricingRules, "zones">, destination: Destination): Zone | null {
  return mostExact(zones, ({ places }) => places, destination)
}

/** The shop's place; if nothing is shipped there, the first destination */
export function homeOf({ home, zones }: Pick<PricingRules, "home" | "zones">): Destination {
  const place = zones.find(({ places }) => places.length > 0)?.places[0]
  if (!place || zoneOf({ zones }, home)) return home
  return { ...place, pinCode: codeOfPattern(place.postcode, place.country) }
}

/** Whether the price of an order can depend on the place */
export function differsByPlace({ zones, taxes }: Pick<PricingRules, "zones" | "taxes">): boolean {
  return zones.length > 1 || taxes.rates.some(({ place }) => place.country !== "")
}

function taxesAt(taxes: TaxRules, to: Destination, day: string): LocalTaxes {
  const { included, shipping } = taxes
  const destination = taxes.ignoresTerritories ? to : taxedPlace(taxes.rates, to)
  let here: TaxRate[] | undefined
  const known = new Map<string, readonly TaxRate[]>()
  return {
    included,
    shipping,
    ratesOf(taxClass) {
      const remembered = known.get(taxClass)
      if (remembered) return remembered
      here ??= matchingRates(taxes, destination, day)
      const found = ratesOfClass(here, taxClass, destination)
      known.set(taxClass, found)
      return found
    },
  }
}

function matchingRates({ rates, ignoresTerritories }: TaxRules, destination: Destination, day: string): TaxRate[] {
  const territory = ignoresTerritories ? null : euTerritoryAt(destination)
  return rates.flatMap((rate) => {
    if ((rate.from !== null && rate.from > day) || exactness(rate.place, destination) === null) return []
    return (territory ? rateInTerritory(rate, territory) : rate) ?? []
  })
}

/** A class without its own rate has the standard one, except the untaxed class. */
function ratesOfClass(rates: readonly TaxRate[], taxClass: string, destination: Destination): readonly TaxRate[] {
  if (taxClass === ZERO_CLASS) return []
  const own = rates.filter((rate) => rate.taxClass === taxClass)
  if (own.length === 0 && taxClass !== STANDARD_CLASS) return ratesOfClass(rates, STANDARD_CLASS, destination)
  const best = new Map<string, TaxRate>()
  for (const rate of own) {
    const other = best.get(rate.name)
    if (!other || precedes(rate, other, destination)) best.set(rate.name, rate)
  }
  return [...best.values()]
}

/** The most exact of the rates with the same name applies, or else the latest. */
function precedes(rate: TaxRate, other: TaxRate, destination: Destination): boolean {
  const [exact, otherExact] = [rate, other].map(({ place }) => exactness(place, destination) ?? 0) as [number, number]
  return exact === otherExact ? (rate.from ?? "") > (other.from ?? "") : exact > otherExact
}
