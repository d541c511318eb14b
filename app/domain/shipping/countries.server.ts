import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

/** A country or a state: its ISO code, stored, and its name, shown. */
export interface Region {
  code: string
  name: string
}

const byName = (one: Region, other: Region) => one.name.localeCompare(other.name, "en")

let countries: Region[] | undefined
let states: Map<string, Region[]> | undefined

/** All countries, read when they are first asked for. */
export function listCountries(): Region[] {
  countries ??= readList("country.json").map(toRegion).sort(byName)
  return countries
}

/** The states of a country; some countries have none. */
export function statesOf(country: string): Region[] {
  states ??= readStates()
  return states.get(country) ?? []
}

interface Listed {
  name: string
  isoCode: string
  /** Of a state. */
  countryCode?: string
}

/** One of the lists of country-state-city, most of which are never needed. */
function readList(name: "country.json" | "state.json"): Listed[] {
  const path = createRequire(import.meta.url).resolve(`country-state-city/lib/assets/${name}`)
  return JSON.parse(readFileSync(path, "utf8"))
}

/** By country; of a code that stands there twice, the first name. */
function readStates(): Map<string, Region[]> {
  const byCountry = new Map<string, Map<string, Region>>()
  for (const state of readList("state.json")) {
    const known = byCountry.get(state.countryCode ?? "") ?? new Map<string, Region>()
    if (!known.has(state.isoCode)) known.set(state.isoCode, toRegion(state))
    byCountry.set(state.countryCode ?? "", known)
  }
  return new Map([...byCountry].map(([country, known]) => [country, [...known.values()].sort(byName)]))
}

function toRegion({ isoCode, name }: Listed): Region {
  return { code: isoCode, name }
}

/** Finds a region by its code or its name, whatever the case. */
export function findRegion(regions: Region[], text: string): Region | undefined {
  const wanted = text.trim().toLowerCase()
  return regions.find(({ code, name }) => code.toLowerCase() === wanted || name.toLowerCase() === wanted)
}
