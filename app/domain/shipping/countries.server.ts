import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

/** `code` is an ISO code. */
export interface Region {
  code: string
  name: string
}

const byName = (one: Region, other: Region) => one.name.localeCompare(other.name, "en")

let countries: Region[] | undefined
let states: Map<string, Region[]> | undefined

export function listCountries(): Region[] {
  countries ??= readList("country.json").map(toRegion).sort(byName)
  return countries
}

export function statesOf(country: string): Region[] {
  states ??= readStates()
  return states.get(country) ?? []
}

interface Listed {
  name: string
  isoCode: string
  countryCode?: string
}

/** Loads one list, because the index of country-state-city loads all. */
function readList(name: "country.json" | "state.json"): Listed[] {
  const path = createRequire(import.meta.url).resolve(`country-state-city/lib/assets/${name}`)
  return JSON.parse(readFileSync(path, "utf8"))
}

/** The first name of a duplicate code counts. */
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

export function findRegion(regions: Region[], text: string): Region | undefined {
  const wanted = text.trim().toLowerCase()
  return regions.find(({ code, name }) => code.toLowerCase() === wanted || name.toLowerCase() === wanted)
}
