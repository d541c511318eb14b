import { z } from "zod"
import { StockUnits } from "~/domain/inventory/stock"
import { isPrintable, isVisible } from "~/domain/text/line-of-text"
import { toCents } from "../format-money"
import type { PictureView } from "../media/picture"
import type { Cents } from "../money"
import { type Category, categories } from "./category"

/** A product as lists show it. */
export interface ProductSummary {
  id: string
  name: string
  category: Category
  price: Cents
  /** What it is said to have cost before; null when it is not on sale. */
  compareAtPrice: Cents | null
  /** The lowest price of the 30 days before the sale; null also when it had none. */
  priorPrice: Cents | null
  stock: number
  /** The average of its reviews, 0 without any. */
  rating: number
  numReviews: number
  createdAt: Date
  /** The first picture. */
  picture: PictureView | null
}

/** A product with everything a shopper may know of it. */
export interface Product extends Omit<ProductSummary, "picture"> {
  desc: string
  pictures: PictureView[]
}

export const MAX_PRICE: Cents = 99_999_999

/** Dollars as typed or sent, as cents. */
const PriceInCents = z
  .union([z.string().max(100), z.number()], "Please enter a price")
  .transform((dollars, context) => {
    const cents = toCents(dollars)
    if (cents !== null && cents >= 1 && cents <= MAX_PRICE) return cents
    context.addIssue({ code: "custom", message: "Price must be an amount between 0.01 and 999999.99" })
    return z.NEVER
  })

/** The same of a product on sale, which costs less; 0 says that it is not. */
export const CompareAtPrice = z
  .union([z.string().max(100), z.number()], "Please enter the compare-at price as an amount")
  .transform((dollars, context) => {
    const cents = toCents(dollars)
    if (cents !== null && cents <= MAX_PRICE) return cents || null
    context.addIssue({ code: "custom", message: "Compare-at price must be an amount up to 999999.99" })
    return z.NEVER
  })

/** What an administrator says of a new product, under the names of the public JSON; pictures travel beside it. */
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
  category: z.enum(categories, "Please choose a category"),
  stock: StockUnits,
})
/** Forms and files also say what a product on sale cost before; the public JSON has no name for it. */
export type ProductFields = z.output<typeof ProductFields> & { compareAtPrice?: Cents | null }

/**
 * What an administrator changes; whatever is absent stays. A form sends the stock it was opened with as `stockSeen`:
 * then only the difference is applied, and what was sold meanwhile stays sold.
 */
export const ProductChanges = ProductFields.partial().extend({
  stockSeen: StockUnits.optional(),
  stockReason: z.string("Enter a reason").trim().max(300, "A reason has at most 300 characters").optional(),
})
export type ProductChanges = z.output<typeof ProductChanges> & Pick<ProductFields, "compareAtPrice">
