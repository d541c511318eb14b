import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { compareNames } from "~/domain/text/compare-names"
import corrections from "./regions/corrections.json"

/** `code` is an ISO code. */
export interface Region {
  code: string
  name: string
}

const byName = (one: Region, other: Region) => compareNames(one.name, other.name)

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
  return readJsonFile(createRequire(import.meta.url).resolve(`country-state-city/lib/assets/${name}`))
}

export function readJsonFile<Content>(path: string): Content {
  return JSON.parse(readFileSync(path, "utf8"))
}

type Corrections = Record<string, Record<string, string>>

/** The first name of a duplicate code is used. */
function readStates(): Map<string, Region[]> {
  const renamed = corrections.renamed as Corrections
  const removed = corrections.removed as Record<string, string[]>
  const byCountry = new Map<string, Map<string, Region>>()
  for (const { countryCode = "", isoCode, name } of readList("state.json")) {
    const known = byCountry.get(countryCode) ?? new Map<string, Region>()
    byCountry.set(countryCode, known)
    if (known.has(isoCode) || removed[countryCode]?.includes(isoCode)) continue
    known.set(isoCode, { code: isoCode, name: renamed[countryCode]?.[isoCode] ?? name })
  }
  for (const [country, added] of Object.entries(corrections.added as Corrections)) {
    for (const [code, name] of Object.entries(added)) byCountry.get(country)?.set(code, { code, name })
  }
  return new Map([...byCountry].map(([country, known]) => [country, [...known.values()].sort(byName)]))
}

function toRegion({ isoCode, name }: Listed): Region {
  return { code: isoCode, name }
}
