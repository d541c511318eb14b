import type { Day } from "~/domain/days/days"
import { formatRate } from "~/domain/pricing/bill"
import { type EuTerritory, euTerritories } from "~/domain/pricing/eu-territories"
import { rulesAt } from "~/domain/pricing/local-rules"
import type { Destination, Place } from "~/domain/pricing/places"
import { codeOfPattern } from "~/domain/pricing/postcode"
import { type PricingRules, STANDARD_CLASS } from "~/domain/pricing/rules"
import { formatPlace } from "~/domain/shipping/zones/place-lines.server"
import euRates from "./eu-rates.json"

/** A place that is taxed differently from its state under the shop's rates */
export interface TerritoryRow {
  name: string
  /** The name in an address */
  places: string[]
  tax: string
  reason: string
  source: string
}

/** The exceptions of the EU's VAT area for states that have rates; none if the owner has switched them off */
export function listTerritories(rules: PricingRules, today: Day): TerritoryRow[] {
  if (rules.taxes.ignoresTerritories) return []
  const taxed = new Set(rules.taxes.rates.map(({ place }) => place.country))
  const concerned = euTerritories.filter(({ country, tax }) => taxed.has(tax.kind === "like" ? tax.country : country))
  const rows = concerned.map((territory) => ({
    ...{ name: territory.name, reason: territory.reason, source: territory.source },
    ...{ places: placesOf(territory).map(formatPlace), tax: taxAt(rules, sampleOf(territory), today) },
  }))
  const isInEu = euRates.rates.some(({ country }) => taxed.has(country))
  return isInEu ? [...rows, ...euRates.places.map((place) => otherRow(rules, place, today))] : rows
}

function otherRow(
  rules: PricingRules,
  { country, postcode, reason, source }: (typeof euRates.places)[number],
  today: Day,
) {
  const tax = taxAt(rules, { country, state: "", pinCode: codeOfPattern(postcode, country) }, today)
  const places = [formatPlace({ country, state: "", postcode })]
  return { name: "Northern Ireland", places, tax, reason, source }
}

function placesOf({ country, states, postcodes }: EuTerritory): Place[] {
  const places = [
    ...states.map((state) => ({ country, state, postcode: "" })),
    ...postcodes.map((postcode) => ({ country, state: "", postcode })),
  ]
  return places.length > 0 ? places : [{ country, state: "", postcode: "" }]
}

function sampleOf({ country, states: [state = ""], postcodes: [postcode = ""] }: EuTerritory): Destination {
  return {
    country,
    state,
    pinCode: postcode && codeOfPattern(postcode, country).padEnd(codeLengths.get(country) ?? 5, "0"),
  }
}

const codeLengths = new Map(Object.entries({ AT: 4, DK: 4, PT: 4 }))

/** A text such as `VAT 22 %; reduced: VAT 4 %` */
function taxAt(rules: PricingRules, destination: Destination, today: Day): string {
  const { taxes } = rulesAt(rules, destination, today)
  const textOf = (taxClass: string) =>
    taxes
      .ratesOf(taxClass)
      .map(({ name, rate }) => `${name} ${formatRate(rate)}`)
      .join(", ")
  const [standard, reduced] = [textOf(STANDARD_CLASS), textOf("reduced")]
  if (standard === "") return "No tax"
  return reduced === standard ? standard : `${standard}; reduced: ${reduced}`
}
