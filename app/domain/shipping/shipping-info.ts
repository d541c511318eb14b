import { z } from "zod"
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

const line = (missing: string, most: number) => optionalLine(missing, most).min(1, missing)

/** With spaces and brackets */
const MAX_PHONE = 50

/** The zone's rule is in `delivery-rules.ts`. */
const phone = z
  .string("Enter a phone number")
  .max(MAX_PHONE, `This is too long: at most ${MAX_PHONE} characters`)
  .transform(dialled)
  .pipe(z.string().min(1, "Enter a phone number"))

/** `+49 (0)30 1234567` has a zero that is only dialled without the country's code. */
function dialled(text: string): string {
  return text.replace(/^(\s*\+.*)\(0\)/, "$1").replace(/[\s()./–-]/g, "")
}

const fields = {
  address: line("Enter an address", 200),
  state: optionalLine("Choose a state", 100).default(""),
  country: line("Choose a country", 100),
  pinCode: line("Enter a post code", 16),
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
  pinCode: z.string("A post code must be a text").trim().max(16, "This is too long: at most 16 characters").default(""),
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
      state: z.string("Choose a state").transform(tidy(100)).default(""),
      country: keptLine("Choose a country", 100),
      pinCode: keptLine("Enter a post code", 16),
      phoneNo: keptLine("Enter a phone number", MAX_PHONE),
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

function keptLine(missing: string, most: number) {
  return z.string(missing).transform(tidy(most)).pipe(z.string().min(1, missing))
}

/** Truncates to `most` UTF-16 code units, never within a surrogate pair. */
function tidy(most: number): (text: string) => string {
  return (text) => cut(withoutUnprintable(cut(text, 10 * most)).trim(), most).trim()
}

const cut = (text: string, most: number) =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "")
