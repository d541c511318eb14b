import { z } from "zod"
import { StockUnits } from "~/domain/inventory/stock"
import type { PictureView } from "~/domain/media/picture"
import { readAmount } from "~/domain/money/amount"
import type { Cents } from "~/domain/money/money"
import { cleanNumber } from "~/domain/text/clean-code"
import { codeText } from "~/domain/text/code-text"
import { withForeignCharacter } from "~/domain/text/foreign-character"
import { textLines } from "~/domain/text/text-lines"
import { visibleLine } from "~/domain/text/visible-line"
import { MAX_CATEGORY_NAME } from "./categories/category"
import type { Facts, FactTexts } from "./facts/facts"
import { type ProductState, type Publication, productStatuses } from "./publication/publication"
import type { ProductOption, Variant } from "./variants/variant"

export interface ProductSummary {
  id: string
  name: string
  /** The category's name */
  category: string
  price: Cents
  compareAtPrice: Cents | null
  /** The lowest price of the 30 days before the sale; `null` if there was none */
  priorPrice: Cents | null
  /** The price of the most expensive variant; `price` is the cheapest one's. */
  highestPrice: Cents
  hasOptions: boolean
  /** Units of all variants */
  stock: number
  rating: number
  numReviews: number
  createdAt: Date
  picture: PictureView | null
}

export interface Product extends Omit<ProductSummary, "picture"> {
  desc: string
  facts: Facts
  pictures: PictureView[]
  options: ProductOption[]
  /** The variants for sale, in the administrator's order */
  variants: Variant[]
}

interface Taxed {
  taxClass: string
}

export interface EditableProduct extends Product, Publication, Taxed {
  state: ProductState
}

export const MAX_PRICE: Cents = 99_999_999

export const PriceInCents = z
  .union([z.string().max(100), z.number()], "Please enter a price")
  .transform(readAmount({ least: 1, most: MAX_PRICE, otherwise: "Price must be an amount between 0.01 and 999999.99" }))

export const CompareAtPrice = z
  .union([z.string().max(100), z.number()], "Please enter the compare-at price as an amount")
  .transform(readAmount({ most: MAX_PRICE, otherwise: "Compare-at price must be an amount up to 999999.99" }))
  .transform((cents) => cents || null)

export const NO_CATEGORY = "Please choose a category"

/** Field names are those of the public JSON. */
export const ProductFields = z.object({
  name: visibleLine(200, {
    missing: "Please enter the product name",
    tooLong: "A product name has at most 200 characters",
    unprintable: "This name contains a character that cannot be used",
  }),
  price: PriceInCents,
  desc: textLines(10_000, "Please enter a description", "A description has at most 10000 characters").min(
    1,
    "Please enter a description",
  ),
  /** A category's name; the domain checks that it exists. */
  category: z.string(NO_CATEGORY).trim().min(1, NO_CATEGORY).max(MAX_CATEGORY_NAME, NO_CATEGORY),
  stock: StockUnits,
})

const NO_DAY = "Please enter a day from 2000 to 2999, such as 2026-12-24"
const IN_DAY = /^[\d-]$/
const Day = codeText(100, NO_DAY, NO_DAY, cleanNumber).transform((text, context) => {
  if (text === "" || text === "none") return null
  if (z.iso.date().safeParse(text).success && /^2\d{3}-/.test(text)) return text
  context.addIssue({ code: "custom", message: withForeignCharacter(NO_DAY, text, IN_DAY) })
  return z.NEVER
})

/** "none" removes a day in files, where an empty cell changes nothing. */
export const PublicationFields = z.object({
  status: z.enum(productStatuses, "Please choose Published or Draft"),
  publishedFrom: Day,
  publishedUntil: Day,
})

/** For forms, where an empty field is left out */
export const PublicationInputs = PublicationFields.extend({
  status: PublicationFields.shape.status.optional(),
  publishedFrom: Day.default(null),
  publishedUntil: Day.default(null),
})

/** The domain checks that the tax class exists; leaving it out keeps it. */
export const TaxClass = codeText(40, "Choose a tax class", "Choose a tax class").optional()

/** The public JSON contains neither compare-at price, publication, tax class nor facts. */
export type ProductFields = z.output<typeof ProductFields> & { compareAtPrice?: Cents | null } & Partial<
    Publication & Taxed & FactTexts
  >

/** With `stockSeen`, the stock that the form showed, only the difference is applied. */
export const ProductChanges = ProductFields.partial().extend({
  stockSeen: StockUnits.optional(),
  stockReason: z.string("Enter a reason").trim().max(300, "A reason has at most 300 characters").optional(),
})
export type ProductChanges = z.output<typeof ProductChanges> &
  Pick<ProductFields, "compareAtPrice" | "taxClass" | keyof Publication | keyof FactTexts>
