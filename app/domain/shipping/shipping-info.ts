import { z } from "zod"

/** Where an order goes. `state` and `country` are ISO codes; a country without states has an empty `state`. */
export interface ShippingInfo {
  address: string
  /** The contract's `suburb` and `city` are one fact. */
  city: string
  state: string
  country: string
  pinCode: string
  phoneNo: string
}

const line = (missing: string, most: number) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(most, `This is too long: at most ${most} characters`)
    .regex(/^[^\p{Cc}]*$/u, "Please leave out control characters")

/** Letters and digits only count towards the ten; people type spaces, dots and brackets between them. */
const phone = z
  .string("Enter a phone number")
  .transform((text) => text.replace(/[\s().-]/g, ""))
  .pipe(
    z
      .string()
      .min(1, "Enter a phone number")
      .regex(/^\d{10}$/, "Phone number must be 10 digit long"),
  )

const fields = {
  address: line("Enter an address", 200),
  state: z.string().trim().max(100).default(""),
  country: line("Choose a country", 100),
  pinCode: line("Enter a post code", 16),
  phoneNo: phone,
}

/** The shipping form of the pages. */
export const ShippingForm = z.object({ ...fields, suburb: line("Enter a suburb or city", 100) })

/** The same as the JSON contract sends it: `suburb` or `city`, numbers forgiven. */
export const ShippingJson = z.preprocess((value) => {
  if (typeof value !== "object" || value === null) return value
  const sent = value as Record<string, unknown>
  const words = Object.entries(sent).map(([name, field]) => [name, typeof field === "number" ? String(field) : field])
  return { ...Object.fromEntries(words), suburb: sent.suburb ?? sent.city }
}, ShippingForm)

export type ShippingInput = z.output<typeof ShippingForm>
