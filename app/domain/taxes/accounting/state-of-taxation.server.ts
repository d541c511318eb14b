import { isInEu } from "~/domain/law/eu"
import { euTerritoryAt } from "~/domain/pricing/eu-territories"
import type { Destination } from "~/domain/pricing/places"
import { matchesPostcode } from "~/domain/pricing/postcode"
import { findCountry } from "~/domain/shipping/regions/find-region.server"

/** The code of Northern Ireland in reports of VAT (Directive (EU) 2020/1756) */
const NORTHERN_IRELAND = "XI"

/**
 * Returns the state to which a sale's VAT belongs: France for Monaco (Directive 2006/112/EC, article 7), and Northern
 * Ireland for its post codes, whose goods are sold within the EU (Windsor Framework, article 8 and annex 3). To a shop
 * in the United Kingdom, Northern Ireland is a part of it. Empty for orders collected at the shop.
 */
export function stateOfTaxation(to: Destination, home: Destination): string {
  const tax = euTerritoryAt(to)?.tax
  if (tax?.kind === "like") return tax.country
  const isNorthernIreland = to.country === "GB" && matchesPostcode("BT*", to.pinCode, to.country)
  return isNorthernIreland && home.country !== "GB" ? NORTHERN_IRELAND : to.country
}

export function stateName(state: string): string {
  return state === NORTHERN_IRELAND ? "Northern Ireland" : (findCountry(state)?.name ?? state)
}

/** Returns whether sales from home to the state are sales to another member state. */
export function isOtherMember(state: string, home: Destination): boolean {
  const own = stateOfTaxation(home, home)
  return state !== own && isMember(state) && isMember(own)
}

const isMember = (state: string) => state === NORTHERN_IRELAND || isInEu(state)
