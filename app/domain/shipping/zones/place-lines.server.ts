import { everywhere, type Place } from "~/domain/pricing/places"
import { isPostcodePattern, tidyPattern } from "~/domain/pricing/postcode"
import { linesOf } from "~/domain/settings/settings"
import { invalid } from "~/domain/shop-error"
import { textKey } from "~/domain/text/text-key"
import { findCountry, findState } from "../regions/find-region.server"

const EVERYWHERE = "Everywhere"
const MAX_PLACES = 300
const MAX_FAULTS = 5

/** Lines such as `Germany`, `United States, Ohio` or `Germany, 10*` */
export function parsePlaces(text: string, field = "places"): Place[] {
  const lines = linesOf(text)
  if (lines.length === 0) throw invalid("Name at least one place, such as Germany", field)
  if (lines.length > MAX_PLACES) throw invalid(`Name at most ${MAX_PLACES} places`, field)
  const places = lines.map(parsePlace)
  const faults = places.flatMap((place, at) => (typeof place === "string" ? [`Line ${at + 1}: ${place}`] : []))
  if (faults.length > 0) throw invalid(faults.slice(0, MAX_FAULTS).join("; "), field)
  return places as Place[]
}

/** Returns an error as a sentence. */
export function parsePlace(line: string): Place | string {
  const [name = "", ...rest] = line.split(",").map((part) => part.trim())
  if (textKey(name) === textKey(EVERYWHERE) && rest.length === 0) return everywhere
  const country = findCountry(name)
  if (!country) return `there is no country called “${name.slice(0, 60)}”`
  const state = rest[0] === undefined ? undefined : findState(country.code, rest[0])
  const [typed = "", ...more] = state ? rest.slice(1) : rest
  const postcode = tidyPattern(typed)
  if (more.length > 0) return `enter a state and a post code after the country, such as “United States, Ohio, 43*”`
  if (postcode !== "" && !isPostcodePattern(postcode))
    return `“${typed.slice(0, 60)}” is neither a state of ${country.name} nor a post code such as 10* or 1000-1999`
  if (postcode !== "" && !/\d/.test(postcode) && !postcode.endsWith("*"))
    return `${country.name} has no state called “${typed.slice(0, 60)}”`
  return { country: country.code, state: state?.code ?? "", postcode }
}

export function formatPlaces(places: readonly Place[]): string {
  return places.map(formatPlace).join("\n")
}

/** A line for a country that the list lacks */
const regionName = (code: string) =>
  /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames(["en"], { type: "region" }).of(code) ?? code) : code

export function formatPlace({ country, state, postcode }: Place): string {
  if (country === "") return EVERYWHERE
  const names = [
    findCountry(country)?.name ?? regionName(country),
    state && (findState(country, state)?.name ?? state),
    postcode,
  ]
  return names.filter(Boolean).join(", ")
}
