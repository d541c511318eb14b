import { z } from "zod"
import { cleanCode, cleanGroups } from "~/domain/text/clean-code"
import { codeText } from "~/domain/text/code-text"
import { cut } from "~/domain/text/cut"
import { isPrintable, unprintable, withoutUnprintable } from "~/domain/text/line-of-text"
import type { StoredShippingInfo } from "~db/schema"

/** `state` and `country` are ISO codes; `state` may be empty. */
export type ShippingInfo = StoredShippingInfo

const optionalLine = (missing: string, most: number) =>
  z
    .string(missing)
    .trim()
    .max(most, `This is too long: at most ${most} characters`)
    .refine(isPrintable, unprintable("Please leave out control characters"))

function code(missing: string, most: number, clean = cleanCode) {
  return codeText(most, missing, `This is too long: at most ${most} characters`, clean)
}

const line = (missing: string, most: number) => optionalLine(missing, most).min(1, missing)

/** Allows spaces and brackets */
const MAX_PHONE = 50

/** The zone's rule is in `delivery-rules.ts`. */
const phone = code("Enter a phone number", MAX_PHONE, cleanGroups)
  .transform(dialled)
  .pipe(z.string().min(1, "Enter a phone number"))

/**
 * `+49 (0)30 1234567` has a zero that is only dialled without the country code. A text with an invalid character is
 * unchanged, so that a message can show its position.
 */
function dialled(text: string): string {
  const digits = text.replace(/^(\+.*)\(0\)/, "$1").replace(/[\s()./-]/g, "")
  return /^[+\d]*$/.test(digits) ? digits : text
}

const fields = {
  address: line("Enter an address", 200),
  state: code("Choose a state", 100).default(""),
  country: code("Choose a country", 100).min(1, "Choose a country"),
  pinCode: code("Enter a post code", 16, cleanGroups)
    .min(1, "Enter a post code")
    .refine(isPrintable, unprintable("Please leave out control characters")),
  phoneNo: phone,
}

export const ShippingFields = z.object(
  { ...fields, suburb: line("Enter a suburb or city", 100) },
  "Please enter your shipping details first",
)

/** The parts of an incomplete address that decide on prices */
const DestinationFields = z.object({
  country: fields.country,
  state: fields.state,
  pinCode: code("A post code must be a text", 16, cleanGroups).default(""),
})

export const DestinationJson = z.preprocess(readJson, DestinationFields)

/** Accepts `city` for `suburb`, and numbers for texts. */
export const ShippingJson = z.preprocess(readJson, ShippingFields)

/** For paid orders: cleans and truncates texts instead of refusing them. */
export const PaidShippingJson = z.preprocess(
  readJson,
  z.object(
    {
      address: keptLine("Enter an address", 200),
      state: z.string("Choose a state").transform(tidy(100, cleanCode)).default(""),
      country: keptLine("Choose a country", 100, cleanCode),
      pinCode: keptLine("Enter a post code", 16, cleanGroups),
      phoneNo: keptLine("Enter a phone number", MAX_PHONE, cleanGroups),
      suburb: keptLine("Enter a suburb or city", 100),
    },
    "Please enter your shipping details first",
  ),
)

export type ShippingFields = z.output<typeof ShippingFields>

function readJson(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value
  const sent = value as Record<string, unknown>
  const words = Object.entries(sent).map(([name, field]) => [name, typeof field === "number" ? String(field) : field])
  return { ...Object.fromEntries(words), suburb: sent.suburb ?? sent.city }
}

function keptLine(missing: string, most: number, clean?: (text: string) => string) {
  return z.string(missing).transform(tidy(most, clean)).pipe(z.string().min(1, missing))
}

/** Truncates to `most` UTF-16 code units, never within a surrogate pair. */
function tidy(most: number, clean = (text: string) => text): (text: string) => string {
  return (text) => cut(withoutUnprintable(clean(cut(text, 10 * most))).trim(), most).trim()
}
