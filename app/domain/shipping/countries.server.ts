import Country from "country-state-city/lib/country.js"
import State from "country-state-city/lib/state.js"

/** A country or a state: its ISO code, stored, and its name, shown. */
export interface Region {
  code: string
  name: string
}

const byName = (one: Region, other: Region) => one.name.localeCompare(other.name, "en")

const allCountries: Region[] = Country.getAllCountries()
  .map(({ isoCode, name }) => ({ code: isoCode, name }))
  .sort(byName)

export function listCountries(): Region[] {
  return allCountries
}

/** The states of a country; some countries have none. */
export function statesOf(country: string): Region[] {
  const seen = new Set<string>()
  return State.getStatesOfCountry(country)
    .map(({ isoCode, name }) => ({ code: isoCode, name }))
    .filter(({ code }) => !seen.has(code) && seen.add(code))
    .sort(byName)
}

/** Finds a region by its code or its name, whatever the case. */
export function findRegion(regions: Region[], text: string): Region | undefined {
  const wanted = text.trim().toLowerCase()
  return regions.find(({ code, name }) => code.toLowerCase() === wanted || name.toLowerCase() === wanted)
}
