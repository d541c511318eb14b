import { z } from "zod"
import type { StoredShippingInfo } from "~db/schema"

/**
 * Where an order goes. `state` and `country` are ISO codes; a country without states has an empty `state`. The contract's
 * `suburb` and `city` are one fact.
 */
export type ShippingInfo = StoredShippingInfo

const line = (missing: string, most: number) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(most, { error: `This is too long: at most ${most} characters`, abort: true })
    .regex(/^[^\p{Cc}]*$/u, "Please leave out control characters")

/** Letters and digits only count towards the ten; people type spaces, dots and brackets between them. */
const phone = z
  .string("Enter a phone number")
  .max(50, { error: "Phone number must be 10 digit long", abort: true })
  .transform((text) => text.replace(/[\s().-]/g, ""))
  .pipe(
    z
      .string()
      .min(1, "Enter a phone number")
      .regex(/^\d{10}$/, "Phone number must be 10 digit long"),
  )

const fields = {
  address: line("Enter an address", 200),
  state: z
    .string("Choose a state")
    .trim()
    .max(100, { error: "This is too long: at most 100 characters", abort: true })
    .regex(/^[^\p{Cc}]*$/u, "Please leave out control characters")
    .default(""),
  country: line("Choose a country", 100),
  pinCode: line("Enter a post code", 16),
  phoneNo: phone,
}

/** The shipping form of the pages. */
export const ShippingFields = z.object(
  { ...fields, suburb: line("Enter a suburb or city", 100) },
  "Please enter your shipping details first",
)

/** The same as the JSON contract sends it: `suburb` or `city`, numbers forgiven. */
export const ShippingJson = z.preprocess(readJson, ShippingFields)

/**
 * The same for what is paid already and must be sent somewhere: a parcel does not fail for a line break, a long street or
 * a country code, so the words are tidied and cut to what is stored instead. Only what is missing is refused.
 */
export const PaidShippingJson = z.preprocess(
  readJson,
  z.object(
    {
      address: keptLine("Enter an address", 200),
      state: z.string("Choose a state").transform(tidy(100)).default(""),
      country: keptLine("Choose a country", 100),
      pinCode: keptLine("Enter a post code", 16),
      phoneNo: keptLine("Enter a phone number", 50),
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

/** Control characters become spaces; nothing is longer than `most`, in UTF-16 code units, nor ends within a character. */
function tidy(most: number): (text: string) => string {
  return (text) =>
    cut(
      cut(text, 10 * most)
        .replace(/\p{Cc}+/gu, " ")
        .trim(),
      most,
    ).trim()
}

const cut = (text: string, most: number) =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "")
