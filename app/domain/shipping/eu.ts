import type { Zone } from "../pricing/rules"

/** The members of the European Union, by their ISO codes */
const members = new Set("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "))

export function isInEu(country: string): boolean {
  return members.has(country)
}

/** Whether a zone names a country of the EU; one that is everywhere does not. */
export function sendsToEu({ zones }: { zones: readonly Pick<Zone, "places">[] }): boolean {
  return zones.some(({ places }) => places.some(({ country }) => isInEu(country)))
}
