import { z } from "zod"
import { ifValid } from "~/domain/form-rules"
import { MAX_STOCK, StockUnits } from "~/domain/inventory/stock"
import { readAmount } from "~/domain/money/amount"
import type { Cents } from "~/domain/money/money"
import { amount, flag, keptIfAbsent, text } from "~/domain/records/fields"
import { record, type Values } from "~/domain/records/record"
import { cleanCode, cleanNumber } from "~/domain/text/clean-code"
import { codeText, foreign } from "~/domain/text/code-text"
import { wholeNumber } from "~/domain/validation/whole-number"
import { dayField } from "../day-field"
import { measureRecord } from "../measures/measure-record"

export const MAX_PRICE: Cents = 99_999_999

const PriceInCents = z
  .union([z.string().max(100), z.number()], "Please enter a price")
  .transform(readAmount({ least: 1, most: MAX_PRICE, otherwise: "Price must be an amount between 0.01 and 999999.99" }))

export const CompareAtPrice = z
  .union([z.string().max(100), z.number()], "Please enter the compare-at price as an amount")
  .transform(readAmount({ most: MAX_PRICE, otherwise: "Compare-at price must be an amount up to 999999.99" }))
  .transform((cents) => cents || null)

/** The fields of a variant that its product has too: there they are those of its cheapest variant. */
export const offerRecord = record({
  price: amount({ label: "Price", required: true, about: "its price" }, PriceInCents),
  compareAtPrice: amount(
    {
      label: "Compare-at price",
      hint: "The price before the sale. In the EU, at most the lowest price of the 30 days before, which is shown next to it.",
      about: "the price before its sale, or empty",
    },
    CompareAtPrice.default(null),
  ),
})
export type Offer = Values<typeof offerRecord.fields>

const SalePrice = z
  .union([z.string().max(100), z.number()], "Please enter the sale price as an amount")
  .transform(readAmount({ most: MAX_PRICE, otherwise: "Sale price must be an amount up to 999999.99" }))
  .transform((cents) => cents || null)

const saleFields = {
  salePrice: amount(
    {
      label: "Sale price",
      hint: "The price during the sale. The regular price is shown next to it.",
      about: "its price during a sale, or empty",
    },
    SalePrice.default(null),
  ),
  saleFrom: dayField({
    label: "Sale from",
    hint: "Starts at midnight in the shop’s time zone. Leave empty to start now.",
    about: "the first day of the sale, or empty",
  }),
  saleUntil: dayField({
    label: "Sale until",
    hint: "The last day of the sale. Leave empty for no end.",
    about: "the last day of the sale, or empty",
  }),
}

/** The prices that staff set: `price` and `compareAtPrice` are those outside of the sale. */
export const setPricesRecord = record({ ...offerRecord.fields, ...saleFields })
export type SetPrices = Values<typeof setPricesRecord.fields>

/** The fields of an edited variant whose columns the room writes itself */
export const saleRecord = record({
  ...saleFields,
  uncounted: flag({
    label: "Sell without counting",
    hint: "It is always in stock, and you can sell more units than you have.",
    about: "yes if it is sold without counting its units",
  }),
})

/** The ledger writes it: a room that saves a record leaves out this column. */
export const stockField = text(
  {
    label: "Stock",
    type: "number",
    inputMode: "numeric",
    width: "short",
    min: 0,
    max: MAX_STOCK,
    required: true,
    about: "units",
  },
  StockUnits,
  { kind: "number" },
)

export function emptyAsNull<S extends z.ZodType>(schema: S) {
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
  .refine(hasCheckDigit, { error: "The check digit of this GTIN is wrong", ...ifValid })

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

const Position = wholeNumber(0, 1_000, { sentence: "A position must be a whole number from 0 to 1000", example: "3" })

/** The fields of a variant except its values, its picture and whether it is sold, which the room keeps itself */
export const variantRecord = record({
  sku: text({ label: "SKU", width: "medium", about: "stock-keeping unit, or empty" }, emptyAsNull(Sku).default(null)),
  gtin: text(
    { label: "GTIN", inputMode: "numeric", width: "medium", about: "Global Trade Item Number, or empty" },
    emptyAsNull(Gtin).default(null),
  ),
  mpn: text(
    { label: "Manufacturer's part number", width: "medium", about: "the manufacturer's part number, or empty" },
    emptyAsNull(Mpn).default(null),
  ),
  ...offerRecord.fields,
  stock: stockField,
  weightGrams: text(
    {
      label: "Weight (g)",
      type: "number",
      inputMode: "numeric",
      width: "short",
      min: 1,
      about: "weight in grams, or empty",
    },
    emptyAsNull(WeightGrams).default(null),
    { kind: "number" },
  ),
  ...measureRecord.fields,
  position: keptIfAbsent(text({ label: "Position" }, Position, { kind: "number" })),
})
export type VariantValues = Values<typeof variantRecord.fields>

/** A variant as forms, files and the audit log have it: with the prices that staff set */
export const editedVariantRecord = record({ ...variantRecord.fields, ...saleRecord.fields })
export type EditedVariant = Values<typeof editedVariantRecord.fields>
