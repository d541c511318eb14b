import { z } from "zod"
import { StockUnits } from "~/domain/inventory/stock"
import { isPrintable, isVisible } from "~/domain/text/line-of-text"
import { toCents } from "../format-money"
import type { PictureView } from "../media/picture"
import type { Cents } from "../money"
import { MAX_CATEGORY_NAME } from "./categories/category"
import type { ProductOption, Variant } from "./variant"

export interface ProductSummary {
  id: string
  name: string
  /** Its name */
  category: string
  price: Cents
  compareAtPrice: Cents | null
  /** The lowest price of the 30 days before the sale; `null` if there was none */
  priorPrice: Cents | null
  /** That of the dearest variant; `price` is that of the cheapest. */
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
  pictures: PictureView[]
  options: ProductOption[]
  /** Those that are sold, in the administrator's order */
  variants: Variant[]
}

export const MAX_PRICE: Cents = 99_999_999

export const PriceInCents = z
  .union([z.string().max(100), z.number()], "Please enter a price")
  .transform((dollars, context) => {
    const cents = toCents(dollars)
    if (cents !== null && cents >= 1 && cents <= MAX_PRICE) return cents
    context.addIssue({ code: "custom", message: "Price must be an amount between 0.01 and 999999.99" })
    return z.NEVER
  })

export const CompareAtPrice = z
  .union([z.string().max(100), z.number()], "Please enter the compare-at price as an amount")
  .transform((dollars, context) => {
    const cents = toCents(dollars)
    if (cents !== null && cents <= MAX_PRICE) return cents || null
    context.addIssue({ code: "custom", message: "Compare-at price must be an amount up to 999999.99" })
    return z.NEVER
  })

export const NO_CATEGORY = "Please choose a category"

/** Has the names of the public JSON. */
export const ProductFields = z.object({
  name: z
    .string("Please enter the product name")
    .trim()
    .min(1, { error: "Please enter the product name", abort: true })
    .max(200, { error: "A product name has at most 200 characters", abort: true })
    .refine(isPrintable, { error: "This name contains a character that cannot be used", abort: true })
    .refine(isVisible, "Please enter the product name"),
  price: PriceInCents,
  desc: z
    .string("Please enter a description")
    .trim()
    .min(1, "Please enter a description")
    .max(10_000, { error: "A description has at most 10000 characters", abort: true }),
  /** A category's name; whether there is one is up to the shop. */
  category: z
    .string(NO_CATEGORY)
    .trim()
    .min(1, { error: NO_CATEGORY, abort: true })
    .max(MAX_CATEGORY_NAME, NO_CATEGORY),
  stock: StockUnits,
})
/** The public JSON has no compare-at price. */
export type ProductFields = z.output<typeof ProductFields> & { compareAtPrice?: Cents | null }

/** With `stockSeen`, the stock of the opened form, only the difference is applied. */
export const ProductChanges = ProductFields.partial().extend({
  stockSeen: StockUnits.optional(),
  stockReason: z.string("Enter a reason").trim().max(300, "A reason has at most 300 characters").optional(),
})
export type ProductChanges = z.output<typeof ProductChanges> & Pick<ProductFields, "compareAtPrice">
