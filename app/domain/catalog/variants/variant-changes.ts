import { z } from "zod"
import { ifRight } from "~/domain/form-rules"
import { StockUnits } from "~/domain/inventory/stock"
import { ObjectId } from "~/domain/object-id"
import { CompareAtPrice, PriceInCents } from "../product"
import { Slug } from "./option-changes"
import { MAX_OPTIONS } from "./variant"

function emptyAsNull<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (typeof value === "string" && value.trim() === "" ? null : value), schema.nullable())
}

const Sku = z
  .string()
  .trim()
  .max(64, "An SKU has at most 64 characters")
  .regex(/^[\p{L}\p{N}\p{P}\p{S} ]*$/u, { error: "This SKU contains a character that cannot be used", ...ifRight })

/** Google's limit: https://support.google.com/merchants/answer/6324482 */
export const MAX_MPN = 70

const Mpn = z
  .string()
  .trim()
  .max(MAX_MPN, `A manufacturer's part number has at most ${MAX_MPN} characters`)
  .regex(/^[\p{L}\p{N}\p{P}\p{S} ]*$/u, {
    error: "This part number contains a character that cannot be used",
    ...ifRight,
  })

/** GTIN-8, -12, -13 or -14 (https://www.gs1.org/services/how-calculate-check-digit-manually) */
export const Gtin = z
  .string()
  .trim()
  .regex(/^(\d{8}|\d{12,14})$/, "A GTIN has 8, 12, 13 or 14 digits")
  .refine(hasCheckDigit, { error: "The last digit of this GTIN does not fit the others", ...ifRight })

function hasCheckDigit(gtin: string): boolean {
  const sum = [...gtin].reverse().reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

const WeightGrams = z.coerce
  .number("Weight must be a whole number of grams")
  .int("Weight must be a whole number of grams")
  .min(1, "Weight must be at least 1 gram")
  .max(1_000_000, "Weight must be at most 1000000 grams")

/** What one combination becomes; absent fields stay as they are. */
export const VariantChange = z.object({
  /** Slugs, in the order of the product's options */
  values: z.array(Slug).max(MAX_OPTIONS),
  /** `false` removes the variant, `true` makes it or brings it back. */
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
  position: z.coerce.number("Positions must be numbers").int().min(0).max(1_000).optional(),
  /** `Variant.version` when the form was opened; `""` for a combination that did not exist. */
  seen: z.string().max(40).optional(),
})
export type VariantChange = z.output<typeof VariantChange>
