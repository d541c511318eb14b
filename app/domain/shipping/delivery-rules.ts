import { zoneOf } from "~/domain/pricing/local-rules"
import type { Destination } from "~/domain/pricing/places"
import { postcodeKey } from "~/domain/pricing/postcode"
import type { PricingRules, TelephoneRule } from "~/domain/pricing/rules"
import { withForeignCharacter } from "~/domain/text/foreign-character"

export interface AddressError {
  field: "country" | "pinCode" | "phoneNo"
  message: string
}

/** Validates an address with known regions by the rules of its zone. */
export function addressErrors(
  rules: Pick<PricingRules, "zones">,
  address: Destination & { phoneNo: string },
): AddressError[] {
  const zone = zoneOf(rules, address)
  if (!zone) return [notShipped(rules, address)]
  const errors: AddressError[] = []
  if (!matchesPattern(zone.postcodes, address)) {
    errors.push({
      field: "pinCode",
      message: withForeignCharacter(`Enter a post code in the format ${zone.postcodes}`, address.pinCode, IN_POSTCODE),
    })
  }
  const { pattern, message } = telephones[zone.telephone]
  const phoneNo = telephoneOf(rules, address)
  if (!pattern.test(phoneNo))
    errors.push({ field: "phoneNo", message: withForeignCharacter(message(phoneNo), phoneNo, IN_TELEPHONE) })
  return errors
}

const IN_POSTCODE = /^[\p{L}\d -]$/u
const IN_TELEPHONE = /^[+\d ()./-]$/

/** Where people dial ten digits, a leading `+1` is removed. */
export function telephoneOf(rules: Pick<PricingRules, "zones">, address: Destination & { phoneNo: string }): string {
  const isNational = zoneOf(rules, address)?.telephone === "ten-digits" && NORTH_AMERICA.has(address.country)
  return isNational ? address.phoneNo.replace(/^\+?1(?=\d{10}$)/, "") : address.phoneNo
}

/** The countries of +1 (https://www.nanpa.com/numbering), where no area code begins with 1 */
const NORTH_AMERICA = new Set("AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT US VC VG VI".split(" "))

/** Returns null if the shop ships to the place. */
export function placeError(rules: Pick<PricingRules, "zones">, place: Destination): AddressError | null {
  return zoneOf(rules, place) ? null : notShipped(rules, place)
}

function notShipped({ zones }: Pick<PricingRules, "zones">, { country }: Destination): AddressError {
  const isPartly = zones.some(({ places }) => places.some((place) => place.country === country))
  return isPartly
    ? { field: "pinCode", message: "We do not ship to this part of the country" }
    : { field: "country", message: "We do not ship to this country" }
}

interface TelephoneFormat {
  pattern: RegExp
  message: (phoneNo: string) => string
  hint: string
}

const telephones: Record<TelephoneRule, TelephoneFormat> = {
  "ten-digits": {
    pattern: /^\d{10}$/,
    message: (phoneNo) =>
      phoneNo.startsWith("+")
        ? "Phone number must be 10 digit long, without the country code"
        : "Phone number must be 10 digit long",
    hint: "Ten digits, for the courier only",
  },
  international: {
    pattern: /^\+?\d{6,15}$/,
    message: () => "Enter 6 to 15 digits, with the country code if the number is from abroad, such as +45 12 34 56 78",
    hint: "With the country code if the number is from abroad, such as +45 12 34 56 78; for the courier only",
  },
}

/** One hint for all zones */
export function telephoneHint({ zones }: Pick<PricingRules, "zones">): string {
  const rules = new Set(zones.map(({ telephone }) => telephone))
  if (rules.size > 1) return "As dialled in the country of the address; for the courier only"
  return telephones[zones[0]?.telephone ?? "ten-digits"].hint
}

/** Null if the shop ships to every country */
export function shippedCountries({ zones }: Pick<PricingRules, "zones">): ReadonlySet<string> | null {
  const countries = new Set(zones.flatMap(({ places }) => places.map(({ country }) => country)))
  return countries.has("") ? null : countries
}

/** Patterns such as `#####, #####-####`, where `@` is a letter and `#` a digit */
function matchesPattern(patterns: string, { pinCode, country }: Destination): boolean {
  if (patterns.trim() === "") return true
  const codes = [postcodeKey(pinCode), postcodeKey(pinCode, country)]
  return patterns.split(",").some((pattern) => codes.some((code) => matchesOne(compact(pattern), code)))
}

const compact = (pattern: string) => pattern.replace(/[^#@A-Za-z\d]/g, "").toUpperCase()

function matchesOne(pattern: string, text: string): boolean {
  const fits = (sign: string, letter: string) =>
    sign === "#" ? /\d/.test(letter) : sign === "@" ? /[A-Z]/.test(letter) : sign === letter
  return pattern.length === text.length && [...pattern].every((sign, at) => fits(sign, text[at] ?? ""))
}
