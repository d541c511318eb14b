import type { Destination } from "./places"
import { matchesPostcode, postcodeKey } from "./postcode"
import { PERCENT, type TaxRate } from "./rules"

/** A part of a state to which the state's own rates of tax do not apply, or another state whose rates apply to it */
export interface EuTerritory {
  name: string
  /** Country codes under which addresses name it */
  country: string
  /** The codes of its states in the list of countries */
  states: readonly string[]
  postcodes: readonly string[]
  tax: TerritoryTax
  reason: string
  source: string
}

type TerritoryTax =
  | { kind: "none" }
  /** The country whose rates apply */
  | { kind: "like"; country: string }
  /** Its own rates in per cent, by the state's rates */
  | { kind: "own"; rates: ReadonlyMap<number, number> }

const none: TerritoryTax = { kind: "none" }
const like = (country: string): TerritoryTax => ({ kind: "like", country })
const own = (...rates: [number, number][]): TerritoryTax => ({ kind: "own", rates: new Map(rates) })

const DIRECTIVE = "Directive 2006/112/EC"
const inCustoms = "In the customs territory, but not in the VAT area"
const outside = "Neither in the VAT area nor in the customs territory"
const notInEu = "Not in the EU"
const overseas = "Not in the EU: an overseas country or territory"
const madeira = "Regional Legislative Decree 6/2024/M (4 % from 1 October 2024)"

/**
 * Consolidated text: https://eur-lex.europa.eu/eli/dir/2006/112. The post codes are from each country's postal service.
 */
export const euTerritories: readonly EuTerritory[] = [
  {
    ...{ name: "Canary Islands", country: "ES", states: ["CN"], postcodes: ["35*", "38*"], tax: none },
    ...{ reason: inCustoms, source: `${DIRECTIVE}, art. 6(1)(b)` },
  },
  {
    ...{ name: "Ceuta", country: "ES", states: ["CE"], postcodes: ["51*"], tax: none },
    ...{ reason: outside, source: `${DIRECTIVE}, art. 6(2)(c)` },
  },
  {
    ...{ name: "Melilla", country: "ES", states: ["ML"], postcodes: ["52*"], tax: none },
    ...{ reason: outside, source: `${DIRECTIVE}, art. 6(2)(d)` },
  },
  {
    ...{ name: "Heligoland", country: "DE", states: [], postcodes: ["27498"], tax: none },
    ...{ reason: outside, source: `${DIRECTIVE}, art. 6(2)(a)` },
  },
  {
    // 8238 is the Swiss post code.
    ...{ name: "Büsingen", country: "DE", states: [], postcodes: ["78266", "8238"], tax: none },
    ...{ reason: outside, source: `${DIRECTIVE}, art. 6(2)(b)` },
  },
  {
    ...{ name: "Livigno", country: "IT", states: [], postcodes: ["23041"], tax: none },
    ...{ reason: outside, source: `${DIRECTIVE}, art. 6(2)(e)` },
  },
  {
    // 6911 was the Swiss post code.
    ...{ name: "Campione d’Italia", country: "IT", states: [], postcodes: ["22061", "6911"], tax: none },
    ...{ reason: `${inCustoms}, like the Italian waters of Lake Lugano`, source: `${DIRECTIVE}, art. 6(1)(f) and (g)` },
  },
  {
    ...{ name: "Åland", country: "FI", states: ["01"], postcodes: ["22*"], tax: none },
    ...{ reason: inCustoms, source: `${DIRECTIVE}, art. 6(1)(d)` },
  },
  {
    ...{ name: "Mount Athos", country: "GR", states: ["69"], postcodes: ["63086", "63087"], tax: none },
    ...{ reason: inCustoms, source: `${DIRECTIVE}, art. 6(1)(a)` },
  },
  {
    ...{ name: "Guadeloupe, French Guiana, Martinique, Mayotte, Réunion and Saint-Martin", country: "FR" },
    ...{
      states: ["971", "972", "973", "974", "976", "MF"],
      postcodes: ["971*", "972*", "973*", "974*", "976*", "978*"],
    },
    ...{ tax: none, reason: inCustoms, source: `${DIRECTIVE}, art. 6(1)(c); TFEU, arts. 349 and 355(1)` },
  },
  {
    ...{ name: "Other French overseas territories", country: "FR" },
    ...{ states: ["BL", "CP", "NC", "PF", "PM", "TF", "WF"] },
    ...{ postcodes: ["975*", "977*", "984*", "986*", "987*", "988*", "989*"] },
    ...{ tax: none, reason: overseas, source: "TFEU, art. 355(2) and annex II" },
  },
  {
    ...{ name: "Bonaire, Saba and Sint Eustatius", country: "NL", states: ["BQ1", "BQ2", "BQ3"], postcodes: [] },
    ...{ tax: none, reason: overseas, source: "TFEU, art. 355(2) and annex II" },
  },
  {
    ...{
      name: "Greenland and the Faroe Islands",
      country: "DK",
      states: [],
      postcodes: ["3900-3999", "2412", "100-999"],
    },
    ...{ tax: none, reason: notInEu, source: "TFEU, art. 355(2) with annex II, and art. 355(5)(a)" },
  },
  {
    ...{ name: "Monaco", country: "MC", states: [], postcodes: [], tax: like("FR") },
    ...{ reason: "Sales to it are treated as sales to France", source: `${DIRECTIVE}, art. 7` },
  },
  {
    ...{ name: "Isle of Man", country: "IM", states: [], postcodes: [], tax: like("GB") },
    ...{ reason: "Sales to it are treated as sales to the United Kingdom", source: `${DIRECTIVE}, art. 7` },
  },
  {
    ...{ name: "Akrotiri and Dhekelia", country: "CY", states: [], postcodes: [], tax: like("CY") },
    ...{ reason: "Sales to the United Kingdom’s bases are treated as sales to Cyprus", source: `${DIRECTIVE}, art. 7` },
  },
  {
    ...{
      name: "Madeira",
      country: "PT",
      states: ["30"],
      postcodes: ["9000-9499"],
      tax: own([23, 22], [13, 12], [6, 4]),
    },
    ...{ reason: "Has lower rates", source: `${DIRECTIVE}, art. 105; ${madeira}` },
  },
  {
    ...{ name: "Azores", country: "PT", states: ["20"], postcodes: ["9500-9999"], tax: own([23, 16], [13, 9], [6, 4]) },
    ...{ reason: "Have lower rates", source: `${DIRECTIVE}, art. 105; Regional Legislative Decree 15-A/2021/A` },
  },
  {
    ...{ name: "Jungholz and Mittelberg", country: "AT", states: [], postcodes: ["6691", "6991-6993"] },
    ...{ tax: own([20, 19]), reason: "Have a lower standard rate", source: `${DIRECTIVE}, art. 104` },
  },
]

/** Returns whether the territory is outside of the customs territory of its state (Regulation (EU) No 952/2013, article 4). */
export function isOutsideCustoms({ reason }: EuTerritory): boolean {
  return reason === outside || reason === overseas || reason === notInEu
}

/** A complete post code decides, because parcels follow it; otherwise the state does. */
const wholeCodes = new Map(
  Object.entries({
    ...{ AT: /^\d{4}$/, DE: /^\d{4,5}$/, DK: /^\d{3,4}$/, ES: /^\d{5}$/, FI: /^\d{5}$/, FR: /^\d{5}$/, GR: /^\d{5}$/ },
    ...{ IT: /^\d{4,5}$/, NL: /^\d{4}[A-Z]{2}$/, PT: /^\d{4}(\d{3})?$/ },
  }),
)

export function euTerritoryAt({ country, state, pinCode }: Destination): EuTerritory | null {
  const territories = euTerritories.filter((territory) => territory.country === country)
  const named = territories.find(({ postcodes }) => postcodes.some((code) => matchesPostcode(code, pinCode, country)))
  if (named || wholeCodes.get(country)?.test(postcodeKey(pinCode, country))) return named ?? null
  return (
    territories.find(({ states, postcodes }) => states.includes(state) || states.length + postcodes.length === 0) ??
    null
  )
}

/** The place whose rates apply: another country's for Monaco and the Isle of Man, unless rates name them. */
export function taxedPlace(rates: readonly TaxRate[], destination: Destination): Destination {
  const tax = euTerritoryAt(destination)?.tax
  if (tax?.kind !== "like" || tax.country === destination.country) return destination
  if (rates.some(({ place }) => place.country === destination.country)) return destination
  return { country: tax.country, state: "", pinCode: "" }
}

/**
 * A state's rate that names no place within it does not apply in its territories, or is lower there; other rates are
 * the owner's own.
 */
export function rateInTerritory(rate: TaxRate, { tax }: EuTerritory): TaxRate | null {
  const { country, state, postcode } = rate.place
  if (tax.kind === "like" || country === "" || state !== "" || postcode !== "") return rate
  if (tax.kind === "none") return null
  const lower = tax.rates.get(rate.rate / PERCENT)
  return lower === undefined ? rate : { ...rate, rate: lower * PERCENT }
}
