/**
 * Returns the form in which post codes are compared: capital letters and digits only, whatever their spelling, width or
 * script. Leading zeros stay. Letters in front, as in `D-10115` or `OH 43215`, are dropped where codes begin with a
 * digit.
 */
export function postcodeKey(text: string, country = ""): string {
  const key = spell(text).replace(/[^\p{L}\d]/gu, "")
  return countriesOfDigits.has(country) ? key.replace(/^[A-Z]{1,3}(?=\d)/, "") : key
}

/** The pattern with plain capital letters, digits, hyphens and single spaces */
export function tidyPattern(text: string): string {
  return spell(text)
    .replace(/\p{Cf}/gu, "")
    .replace(/\s+/g, " ")
    .replaceAll(/ ?- ?/g, "-")
    .trim()
}

/** `10*`, `1000-1999`, or one post code */
export function isPostcodePattern(text: string): boolean {
  const pattern = tidyPattern(text)
  const range = rangeOf(pattern) ?? districtsOf(pattern)
  return range ? Number(range.from) <= Number(range.to) : /^[\dA-Z][\dA-Z -]{0,15}\*?$/.test(pattern)
}

/** Returns whether a pattern such as `75*`, `PA2 *`, `1000-1999` or `9000-100` matches the code. */
export function matchesPostcode(pattern: string, code: string, country: string): boolean {
  const named = readPattern(pattern, country)
  if (named.kind === "districts") return isInDistricts(named, code)
  const parts = named.kind === "british" ? britishParts(code) : null
  if (named.kind === "british" && parts) return isInBritish(named, parts)
  const key = postcodeKey(code, country)
  if (named.kind === "range") return isInRange(named, key, country)
  return named.kind === "code" && (key === named.key || (named.isBeginning && key.startsWith(named.key)))
}

/**
 * Returns the precision, from 0 to less than 1000: narrower ranges and longer prefixes are more exact, and one post
 * code the most.
 */
export function exactnessOfPostcode(pattern: string, country: string): number {
  const named = readPattern(pattern, country)
  if (named.kind === "range" || named.kind === "districts") {
    return 500 - 10 * Math.ceil(Math.log10(Number(named.to) - Number(named.from) + 2))
  }
  if (named.kind === "code") return named.isPart ? 998 : named.isBeginning ? named.key.length : 999
  const { area, district, inward, isOpen } = named
  if (inward.length === 3) return 999
  return area.length + district.length + inward.length + (district === "" ? 0 : 600) + (isOpen ? 0 : 0.5)
}

/** Two patterns with one key match the same codes. */
export function patternKey(pattern: string, country: string): string {
  const named = readPattern(pattern, country)
  if (named.kind === "range" || named.kind === "districts") return `${named.area}${named.from}-${named.to}`
  if (named.kind === "code") return named.key + (named.isBeginning ? "*" : "")
  const { area, district, inward, isOpen } = named
  return `${area}${district} ${inward}${inward.length === 3 ? "" : isOpen ? "*" : " *"}`
}

/** Returns a code, or the prefix of one, that the pattern matches. */
export function codeOfPattern(pattern: string, country: string): string {
  const named = readPattern(pattern, country)
  if (named.kind === "range" || named.kind === "districts") return `${named.area}${named.from}`
  return tidyPattern(pattern).replace("*", "").trim()
}

function spell(text: string): string {
  return text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/(?![0-9])\p{Nd}/gu, toDigit)
    .replace(/[\p{Pd}\u2212\u2043\u30fc]/gu, "-")
}

/** The digits of each script are consecutive in Unicode. */
function toDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  let value = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return String(value % 10)
}

interface Range {
  /** The area of British districts, else empty */
  area: string
  from: string
  to: string
}

/** The structure of a code such as `SW1A 2AA`: area SW, district 1A, inward 2AA */
interface BritishParts {
  area: string
  district: string
  inward: string
}

type Pattern =
  | (Range & { kind: "range" })
  | (Range & { kind: "districts" })
  /** `isOpen`: includes districts with a letter, as SW1 includes SW1A. */
  | (BritishParts & { kind: "british"; isOpen: boolean })
  /** `isPart`: the first of two parts, such as the five digits of a ZIP code */
  | { kind: "code"; key: string; isBeginning: boolean; isPart: boolean }

/** Rates are compared with every cart, so each pattern is parsed once. */
const known = new Map<string, Pattern>()
const MAX_KNOWN = 20_000

function readPattern(pattern: string, country: string): Pattern {
  const id = `${country} ${pattern}`
  const before = known.get(id)
  if (before) return before
  const read = parsePattern(tidyPattern(pattern), country)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(id, read)
  return read
}

function parsePattern(pattern: string, country: string): Pattern {
  const isBeginning = pattern.endsWith("*")
  const text = isBeginning ? pattern.slice(0, -1) : pattern
  if (british.has(country)) {
    const [range, parts] = [districtsOf(pattern), britishParts(text)]
    if (range) return { kind: "districts", ...range }
    if (parts) return { kind: "british", ...parts, isOpen: /\d\*$/.test(pattern) }
  }
  const range = rangeOf(pattern)
  if (range) return { kind: "range", ...range }
  const key = postcodeKey(text, country)
  const isPart = !isBeginning && key.length === firstParts.get(country)
  return { kind: "code", key, isBeginning: isBeginning || isPart, isPart }
}

function rangeOf(pattern: string): Range | null {
  const [, from = "", to = ""] = /^(\d+)-(\d+)$/.exec(pattern) ?? []
  return from !== "" && from.length === to.length ? { area: "", from, to } : null
}

/** Parses `PA20-PA49` or `PA20-49`. */
function districtsOf(pattern: string): Range | null {
  const [, area = "", from = "", to = ""] = /^([A-Z]{1,2})(\d{1,2})-(?:\1)?(\d{1,2})$/.exec(pattern) ?? []
  return area === "" ? null : { area, from, to }
}

/** Splits a complete code before its last three characters; in a prefix, a space marks the end of the district. */
function britishParts(text: string): BritishParts | null {
  const [, ...whole] = /^([A-Z]{1,2})(\d[\dA-Z]?)(\d[A-Z]{2})$/.exec(postcodeKey(text)) ?? []
  const spelled = tidyPattern(text.replaceAll("-", " ")).replace(/^([A-Z]{1,2}) (?=\d)/, "$1")
  const [, ...some] = /^([A-Z]{1,2})(\d[\dA-Z]?)?(?: (\d[A-Z]{0,2}))?$/.exec(spelled) ?? []
  const [area, district = "", inward = ""] = whole.length > 0 ? whole : some
  return area === undefined ? null : { area, district, inward }
}

function isInDistricts({ area, from, to }: Range, code: string): boolean {
  const parts = britishParts(code)
  const district = Number.parseInt(parts?.district ?? "", 10)
  return parts?.area === area && district >= Number(from) && district <= Number(to)
}

/** Matches complete areas and districts only: `PA2*` does not match PA20, nor `B*` BT. */
function isInBritish(named: BritishParts & { isOpen: boolean }, { area, district, inward }: BritishParts): boolean {
  if (area !== named.area) return false
  if (named.district === "" || named.district === district) return inward.startsWith(named.inward)
  return named.inward === "" && named.isOpen && named.district === district.replace(/[A-Z]$/, "")
}

/** Compares all digits, or the first part of a two-part code. */
function isInRange({ from, to }: Range, key: string, country: string): boolean {
  const [digits = ""] = /^\d*/.exec(key) ?? []
  const { length } = from
  const isPart = digits.length > length && firstParts.get(country) === length
  const first = digits.slice(0, length)
  return (digits.length === length || isPart) && first >= from && first <= to
}

/** Countries with codes such as SW1A 2AA (https://www.upu.int/en/postal-solutions/programmes-services/addressing-solutions) */
const british = new Set("GB GG GI IM JE".split(" "))

/** Countries whose codes begin with a digit, apart from a country's or a state's letters (same source) */
const countriesOfDigits = new Set(
  "AL AM AR AS AT AU AX AZ BA BD BE BG BR BY CH CL CN CO CR CY CZ DE DK DO DZ EC EE EG ES ET FI FM FO FR GE GF GL GP GR GT GU HN HR HU ID IL IN IQ IR IS IT JO JP KE KG KH KR KW LA LB LI LK LT LU LV MA MC MD ME MF MH MK MM MN MP MQ MV MX MY NC NE NG NL NO NP NZ OM PE PF PG PH PK PL PM PR PT PW PY RE RO RS RU SA SE SG SI SJ SK SM SN SV TH TJ TM TN TR TW UA US UY UZ VA VE VI VN WF XK YT ZA ZM".split(
    " ",
  ),
)

/** The length of the first part of a two-part code (same source) */
const firstParts = new Map(
  Object.entries({
    ...{ AS: 5, BR: 5, CA: 3, CL: 3, CZ: 3, FM: 5, GR: 3, GU: 5, IE: 3, IR: 5, JP: 3, LB: 4, MH: 5, MP: 5, MT: 3 },
    ...{ NL: 4, PL: 2, PR: 5, PT: 4, PW: 5, SA: 5, SE: 3, SK: 3, TW: 3, US: 5, VI: 5 },
  }),
)
