import { z } from "zod"
import { ifRight } from "~/domain/form-rules"
import { StockUnits } from "~/domain/inventory/stock"
import { ObjectId } from "~/domain/object-id"
import { cleanCode, cleanNumber } from "~/domain/text/clean-code"
import { codeText, foreign } from "~/domain/text/code-text"
import { wholeNumber } from "~/domain/validation/whole-number"
import { CompareAtPrice, PriceInCents } from "../product"
import { Slug } from "./option-changes"
import { MAX_OPTIONS } from "./variant"

function emptyAsNull<S extends z.ZodType>(schema: S) {
  return z.preprocess(
    (value) => (typeof value === "string" && cleanCode(value) === "" ? null : value),
    schema.nullable(),
  )
}

const PRINTABLE = /^[\p{L}\p{N}\p{P}\p{S} ]*$/u

const Sku = codeText(64, "An SKU must be a text", "An SKU has at most 64 characters").regex(
  PRINTABLE,
  foreign("This SKU contains a character that cannot be used", /^[\p{L}\p{N}\p{P}\p{S} ]$/u),
)

const GTIN_RULE = "A GTIN has 8, 12, 13 or 14 digits"

/** Google's limit: https://support.google.com/merchants/answer/6324482 */
export const MAX_MPN = 70

const Mpn = codeText(
  MAX_MPN,
  "A manufacturer's part number must be a text",
  `A manufacturer's part number has at most ${MAX_MPN} characters`,
).regex(PRINTABLE, foreign("This part number contains a character that cannot be used", /^[\p{L}\p{N}\p{P}\p{S} ]$/u))

/** GTIN-8, -12, -13 or -14 (https://www.gs1.org/services/how-calculate-check-digit-manually) */
export const Gtin = codeText(100, GTIN_RULE, GTIN_RULE, cleanNumber)
  .regex(/^(\d{8}|\d{12,14})$/, foreign(GTIN_RULE, /^\d$/))
  .refine(hasCheckDigit, { error: "The last digit of this GTIN does not fit the others", ...ifRight })

function hasCheckDigit(gtin: string): boolean {
  const sum = [...gtin].reverse().reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

const WeightGrams = wholeNumber(1, 1_000_000, {
  sentence: "Weight must be a whole number of grams",
  example: "1500",
  tooSmall: "Weight must be at least 1 gram",
  tooLarge: "Weight must be at most 1000000 grams",
})

/** The change of one combination; absent fields are unchanged. */
export const VariantChange = z.object({
  /** Slugs, in the order of the product's options */
  values: z.array(Slug).max(MAX_OPTIONS),
  /** `false` removes the variant, `true` creates or restores it. */
  sold: z.boolean().optional(),
  sku: emptyAsNull(Sku).optional(),
  gtin: emptyAsNull(Gtin).optional(),
  mpn: emptyAsNull(Mpn).optional(),
  price: PriceInCents.optional(),
  compareAtPrice: CompareAtPrice.optional(),
  stock: StockUnits.optional(),
  /** The stock that the form showed: only the difference is applied. */
  stockSeen: StockUnits.optional(),
  weightGrams: emptyAsNull(WeightGrams).optional(),
  pictureId: emptyAsNull(ObjectId).optional(),
  position: wholeNumber(0, 1_000, {
    sentence: "A position must be a whole number from 0 to 1000",
    example: "3",
  }).optional(),
  /** `Variant.version` when the form was opened; `""` for a combination that did not exist. */
  snapshot: z.string().max(40).optional(),
})
export type VariantChange = z.output<typeof VariantChange>
