import { isInEu } from "~/domain/law/eu"
import { euTerritoryAt, isOutsideCustoms } from "~/domain/pricing/eu-territories"
import type { Destination } from "~/domain/pricing/places"
import { matchesPostcode } from "~/domain/pricing/postcode"

/** Places with codes of their own that belong to the customs territory of others */
const partOf: Readonly<Record<string, string>> = {
  // Saint-Martin and Monaco: Regulation (EU) No 952/2013, article 4. Akrotiri and Dhekelia have no code.
  ...{ MF: "EU", MC: "EU" },
  // The customs union of the United Kingdom and the Crown Dependencies, since 2018
  ...{ GG: "GB", IM: "GB", JE: "GB" },
  // The customs treaty of 1923
  LI: "CH",
  // 19 U.S.C. § 1401(h)
  PR: "US",
}

/** Returns the name of the customs territory of a place: `EU`, a country, or a part of a country that is outside. */
export function customsTerritoryOf(place: Destination): string {
  const part = euTerritoryAt(place)
  if (part && isOutsideCustoms(part)) return part.name
  return partOf[place.country] ?? (isInEu(place.country) ? "EU" : place.country)
}

export function crossesBorder(from: Destination, to: Destination): boolean {
  if (from.country === "") return false
  const [own, other] = [customsTerritoryOf(from), customsTerritoryOf(to)]
  return own !== other && !(own === "EU" && isNorthernIreland(to))
}

/** Outside of the VAT area of a customs territory that they belong to, with codes of their own */
const fiscalTerritories = new Set(["AX", "GF", "GP", "MQ", "RE", "YT", "GG", "JE"])

/**
 * Returns whether a parcel needs a customs declaration: also within a customs territory, if one of the places is outside of
 * its VAT area, such as the Canary Islands (Regulation (EU) No 952/2013, article 1(3)).
 */
export function needsDeclaration(from: Destination, to: Destination): boolean {
  if (from.country === "") return false
  return crossesBorder(from, to) || fiscalTerritoryOf(from) !== fiscalTerritoryOf(to)
}

function fiscalTerritoryOf(place: Destination): string {
  if (fiscalTerritories.has(place.country)) return place.country
  const part = euTerritoryAt(place)
  return part?.tax.kind === "none" ? part.name : ""
}

/** In the United Kingdom's customs territory, but open to goods from the EU (Windsor Framework, articles 4 and 5) */
function isNorthernIreland({ country, pinCode }: Destination): boolean {
  return country === "GB" && matchesPostcode("BT*", pinCode, country)
}
