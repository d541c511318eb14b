import { formatAddress } from "localized-address-format"
import type { ShippingInfo } from "./shipping-info"

/** An address in which state and country are names; `stateCode` is an ISO code, or unknown text from an import. */
type NamedAddress = Omit<ShippingInfo, "phoneNo"> & { stateCode: string; countryCode: string }

const writtenAsCode = new Set(["AU", "BR", "CA", "IT", "US"])

/** Italy uses its provinces, whose codes are letters, and not its regions. */
function writtenState({ countryCode, stateCode, state }: NamedAddress): string {
  if (countryCode === "IT" && /^\d/.test(stateCode)) return ""
  return writtenAsCode.has(countryCode) ? stateCode : state
}

/** Placeholders for the parts in a template, so that user input is not mistaken for a part of the format */
const ADDRESS = "\ue000"
const CITY = "\ue001"
const STATE = "\ue002"
const POSTCODE = "\ue003"

/**
 * Returns the address lines below the name, in the order of the country by Google's published formats, with the country
 * at the end. Keeps parts without a place in the format, except a state where the country uses none.
 */
export function postalLines(named: NamedAddress): string[] {
  const { address, city, state, pinCode, country, countryCode } = named
  const isLocal = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(address + city)
  const parts: Parts = { [ADDRESS]: address, [CITY]: city, [STATE]: writtenState(named), [POSTCODE]: pinCode }
  const template = withoutPrefix(
    templateOf(countryCode, isLocal, (part) => parts[part] !== ""),
    pinCode,
  )
  const known = templateOf(countryCode, isLocal, () => true).join("")
  const isKnown = known.includes(STATE) || known.includes(POSTCODE)
  const lines = withRest(withoutRepetition(template, city, state), parts, { isKnown, isLocal })
  const filled = lines.map((line) => line.replace(/[\ue000-\ue003]/g, (part) => parts[part] ?? "").trim())
  return [...filled.filter((line) => line !== "" && !isSame(line, country)), country].filter(Boolean)
}

type Parts = Record<string, string>

function templateOf(country: string, isLocal: boolean, has: (part: string) => boolean): string[] {
  const given = (part: string) => (has(part) ? part : "")
  const fields = {
    postalCountry: country,
    addressLines: [given(ADDRESS)],
    locality: given(CITY),
    administrativeArea: given(STATE),
    postalCode: given(POSTCODE),
  }
  return formatAddress(fields, isLocal ? "local" : "latin")
}

/** Omits `CH-`, which the UPU discourages, and a prefix such as `AZ` if it is already there. */
function withoutPrefix(template: string[], pinCode: string): string[] {
  return template.map((line) =>
    line.replace(/(\p{Lu}{1,2})([- ]?)(?=\ue003)/u, (found, prefix, sign) => {
      return sign === "-" || pinCode.toUpperCase().startsWith(prefix) ? "" : found
    }),
  )
}

/** A city that is also a state, such as Madrid, Seoul or Dublin 2, is written once, next to the post code. */
function withoutRepetition(template: string[], city: string, state: string): string[] {
  const ofState = template.find((line) => line.includes(STATE))
  const ofCity = template.find((line) => line.includes(CITY))
  if (!isSame(city.replace(/ \d+[a-z]?$/i, ""), state) || !ofState || !ofCity) return template
  if (ofState === ofCity && ofState.match(/[-,]/)) return template
  const leftOut = ofState !== ofCity && ofState.includes(POSTCODE) ? CITY : STATE
  return template.map((line) => line.replace(leftOut, "").replace(/ {2,}/, " ").trim())
}

/** Adds a city to the address and a post code below it, and a state if the country is unknown. */
function withRest(template: string[], parts: Parts, of: { isKnown: boolean; isLocal: boolean }): string[] {
  const written = template.join("\n").replace(/[\ue000-\ue003]/g, (part) => parts[part] ?? "")
  const isLeft = (part: string) => !written.toLowerCase().includes((parts[part] ?? "").toLowerCase())
  const joined = of.isLocal ? `${CITY}${ADDRESS}` : `${ADDRESS}, ${CITY}`
  const lines = isLeft(CITY) ? template.map((line) => line.replace(ADDRESS, joined)) : template
  const rest = [...(!of.isKnown && isLeft(STATE) ? [STATE] : []), ...(isLeft(POSTCODE) ? [POSTCODE] : [])]
  return rest.length > 0 ? [...lines, rest.join(" ")] : lines
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
