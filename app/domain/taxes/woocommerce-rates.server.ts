import type { Place } from "~/domain/pricing/places"
import { isPostcodePattern, patternKey, tidyPattern } from "~/domain/pricing/postcode"
import { type TaxRate, ZERO_CLASS } from "~/domain/pricing/rules"
import { findCountry, findState } from "~/domain/shipping/regions/find-region.server"
import { isPrintable } from "~/domain/text/line-of-text"
import { textKey } from "~/domain/text/text-key"
import { MAX_RATES, parseRate, rateKey } from "./tax-rate"

/** The columns of WooCommerce's file, in their order, by which its own importer reads them in every language */
export const wooColumns = [
  ...["country", "state", "postcode", "city", "rate", "name", "priority", "compound", "shipping", "class"],
] as const

/** A line of the file that the shop cannot express, with the reason */
export interface OmittedLine {
  line: number
  message: string
}

export interface WooRow {
  line: number
  cells: Partial<Record<string, string>>
}

const TOO_MANY = `A shop has at most ${MAX_RATES.toLocaleString("en-US")} rates`

interface WooRate {
  line: number
  rates: TaxRate[]
  areas: Area[]
  priority: string
  isCompound: boolean
}

/**
 * Reads the rates of a WooCommerce file: of each priority it charges the most exact rate, while the shop charges the
 * most exact one of each name. Lines for which that differs are omitted.
 */
export function readWooRates(rows: readonly WooRow[], classes: readonly string[]) {
  const omitted: OmittedLine[] = []
  const read: WooRate[] = []
  let count = 0
  for (const row of rows) {
    const rate = readRow(row, classes)
    if (typeof rate === "string") omitted.push({ line: row.line, message: rate })
    // The comparison below is quadratic, so its input is limited first.
    else if (count + rate.rates.length > MAX_RATES) omitted.push({ line: row.line, message: TOO_MANY })
    else {
      read.push(rate)
      count += rate.rates.length
    }
  }
  const conflicts = findConflicts(read)
  const known = new Map<string, number>()
  const rates: TaxRate[] = []
  for (const { line, rates: own } of read) {
    const conflict = conflicts.get(line)
    const again = own.map((rate) => known.get(rateKey(rate))).find((other) => other !== undefined)
    if (conflict) omitted.push({ line, message: conflict })
    else if (again !== undefined) omitted.push({ line, message: `This is the rate of line ${again} again` })
    else {
      for (const rate of own) known.set(rateKey(rate), line)
      rates.push(...own)
    }
  }
  return { rates, omitted: omitted.sort((one, other) => one.line - other.line) }
}

/** Returns the reason why a line cannot be imported as a sentence. */
function readRow({ line, cells }: WooRow, classes: readonly string[]): WooRate | string {
  const { city = "", priority = "", compound = "", shipping = "" } = cells
  if (!isAny(city)) return `It applies only to ${cut(city)}: the shop’s rates apply to post codes, not to cities`
  const rate = parseRate(cells.rate ?? "")
  if (rate === null) return `“${cut(cells.rate ?? "")}” is not a rate: enter a percentage such as 19 or 8.875`
  const name = cells.name || "Tax"
  if (name.length > 60 || !isPrintable(name)) return "A tax needs a name of at most 60 characters"
  const typed = cells.class ?? ""
  const wanted = classNames.get(textKey(typed)) ?? typed
  if (textKey(wanted) === ZERO_CLASS)
    return rate === 0
      ? "It is not needed: products of the class zero are never taxed"
      : "Products of the class zero are never taxed"
  const slug = (text: string) => textKey(text).replaceAll(/[\s_]+/g, "-")
  const taxClass = classes.find((one) => slug(one) === slug(wanted))
  if (taxClass === undefined) return `There is no class “${cut(typed)}”: add it under Taxes, and import the file again`
  const places = readPlaces(cells)
  if (typeof places === "string") return places
  const terms = { name, rate, taxClass, from: null, onShipping: !isNo(shipping) }
  return {
    line,
    rates: places.map((place) => ({ place, ...terms })),
    areas: places.map(areaOf),
    priority: priority || "1",
    isCompound: compound !== "" && !isNo(compound),
  }
}

const classNames = new Map(Object.entries({ "": "standard", "reduced-rate": "reduced", "zero-rate": "zero" }))

const isAny = (text: string) => text === "" || text === "*"
const isNo = (text: string) => ["0", "no", "false"].includes(textKey(text))
const cut = (text: string) => text.slice(0, 40)

/** A line may have several post codes; each becomes a rate. */
function readPlaces({ country: typed = "", state = "", postcode = "" }: WooRow["cells"]): Place[] | string {
  const codes = postcode
    .split(";", MAX_RATES + 1)
    .map((code) => code.trim())
    .filter((code) => code !== "")
  if (codes.length > MAX_RATES) return TOO_MANY
  const isEverywhere = codes.every(isAny)
  if (isAny(typed)) {
    return isAny(state) && isEverywhere
      ? [{ country: "", state: "", postcode: "" }]
      : "A state or post code needs its country"
  }
  const country = findCountry(typed)
  if (!country) return `There is no country called “${cut(typed)}”`
  const region = isAny(state) ? undefined : findState(country.code, state)
  if (!isAny(state) && !region) return `${country.name} has no state called “${cut(state)}”`
  const place = { country: country.code, state: region?.code ?? "" }
  if (isEverywhere) return [{ ...place, postcode: "" }]
  const patterns = new Map<string, string>()
  for (const code of codes) {
    const read = readPattern(code, country.code)
    if (typeof read === "string") return read
    for (const pattern of read) patterns.set(patternKey(pattern, country.code), pattern)
  }
  return [...patterns.values()].map((pattern) => ({ ...place, postcode: pattern }))
}

/** Countries whose districts the shop's `PA2*` compares as a whole, while WooCommerce's also begins PA20 */
const british = new Set("GB GG GI IM JE".split(" "))

/** Returns the patterns of a code such as `12345`, `123*` or `12345...12350`, or the reason why there are none. */
function readPattern(code: string, country: string): string[] | string {
  const ends = code.split("...").map((end) => end.trim())
  const pattern = tidyPattern(ends.join("-"))
  const isRange = ends.length === 2 && ends[0]?.length === ends[1]?.length && /^\d+-\d+$/.test(pattern)
  if ((ends.length > 1 && !isRange) || !isPostcodePattern(pattern))
    return `“${cut(code)}” is not a post code such as 10115, 10* or 1000...1999`
  if (!british.has(country) || !pattern.endsWith("*")) return [pattern]
  const [, area = "", district = ""] = /^([A-Z]{1,2})(\d?)\*$/.exec(pattern) ?? []
  if (area.length === 1 && district === "")
    return `“${cut(code)}” begins the post codes of several areas: list them one by one`
  return district === "" || district === "0" ? [pattern] : [pattern, `${area}${district}0-${area}${district}9`]
}

/** Finds lines that WooCommerce combines in another way than the shop, with the reason for each. */
function findConflicts(read: readonly WooRate[]): Map<number, string> {
  const conflicts = new Map<number, string>()
  const note = (line: number, message: string) => {
    if (!conflicts.has(line)) conflicts.set(line, message)
  }
  for (const [at, one] of read.entries()) {
    for (const other of read.slice(at + 1)) {
      const reason = conflictOf(one, other)
      if (!reason) continue
      note(one.line, `${reason(other.line)}`)
      note(other.line, `${reason(one.line)}`)
    }
  }
  for (const one of read) {
    const below = one.isCompound && read.find((other) => other.priority !== one.priority && overlap(one, other))
    if (below)
      note(one.line, `It is charged on top of the tax of line ${below.line}: the shop’s taxes are not compound`)
  }
  return conflicts
}

function conflictOf(one: WooRate, other: WooRate): ((line: number) => string) | null {
  const [first, second] = [one.rates[0], other.rates[0]]
  if (!first || !second) return null
  const isSameName = first.name === second.name
  const isSamePriority = one.priority === other.priority
  if (isSameName === isSamePriority || !overlap(one, other)) return null
  return isSamePriority
    ? (line) =>
        `Of this line and line ${line}, which have the same priority, WooCommerce charges one; the shop charges taxes of different names together. Give them the same name`
    : (line) =>
        `WooCommerce charges this line and line ${line} together, because their priorities differ; of one name, the shop charges only the most exact. Give them different names`
}

function overlap(one: WooRate, other: WooRate): boolean {
  if (one.rates[0]?.taxClass !== other.rates[0]?.taxClass) return false
  return one.areas.some((area) => other.areas.some((theirs) => areasOverlap(area, theirs)))
}

/** A place with its post codes in a form that is quick to compare, because every line is compared with all others */
interface Area {
  country: string
  state: string
  /** The first and last beginning of its post codes; empty for all */
  from: string
  to: string
}

function areaOf({ country, state, postcode }: Place): Area {
  const key = postcode === "" ? "" : patternKey(postcode, country)
  const [, from = "", to = ""] = /^(\d+)-(\d+)$/.exec(key) ?? []
  if (from !== "") return { country, state, from, to }
  // Districts of one area count as overlapping.
  const start = british.has(country) ? (/^[A-Z]+/.exec(key)?.[0] ?? "") : key.replaceAll(/[* ]/g, "")
  return { country, state, from: start, to: start }
}

function areasOverlap(one: Area, other: Area): boolean {
  const matches = (mine: string, theirs: string) => mine === "" || theirs === "" || mine === theirs
  if (!matches(one.country, other.country) || !matches(one.state, other.state)) return false
  const length = Math.min(one.from.length, other.from.length)
  const begin = (text: string) => text.slice(0, length)
  return begin(one.from) <= begin(other.to) && begin(other.from) <= begin(one.to)
}
