import { z } from "zod"
import type { PictureView } from "../media/picture"
import { type Cents, toCents } from "../money"
import { type Category, categories } from "./category"

/** A product as lists show it. */
export interface ProductSummary {
  id: string
  name: string
  category: Category
  price: Cents
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

export const LARGEST_PRICE: Cents = 99_999_999
export const LARGEST_STOCK = 999_999

/** Dollars as typed or sent, as cents. */
export const PriceField = z.union([z.string(), z.number()], "Please enter a price").transform((dollars, context) => {
  const cents = toCents(dollars)
  if (cents !== null && cents >= 1 && cents <= LARGEST_PRICE) return cents
  context.addIssue({ code: "custom", message: "Price must be an amount between 0.01 and 999999.99" })
  return z.NEVER
})

const wholeUnits = `Stock must be a whole number from 0 to ${LARGEST_STOCK}`

export const StockField = z.union([z.string(), z.number()], "Please enter the stock").transform((units, context) => {
  if (/^\s*\d{1,6}\s*$/.test(String(units))) return Number(units)
  context.addIssue({ code: "custom", message: wholeUnits })
  return z.NEVER
})

/** What an administrator says of a new product, under the names of the public JSON; pictures travel beside it. */
export const ProductForm = z.object({
  name: z
    .string("Please enter the product name")
    .trim()
    .min(1, "Please enter the product name")
    .max(200, "A product name has at most 200 characters"),
  price: PriceField,
  desc: z
    .string("Please enter a description")
    .trim()
    .min(1, "Please enter a description")
    .max(10_000, "A description has at most 10000 characters"),
  category: z.enum(categories, "Please choose a category"),
  stock: StockField,
})
export type ProductFields = z.output<typeof ProductForm>

/**
 * What an administrator changes; whatever is absent stays. A form sends the stock it was opened with as `stockSeen`:
 * then only the difference is applied, and what was sold meanwhile stays sold.
 */
export const ProductChanges = ProductForm.partial().extend({
  stockSeen: StockField.optional(),
  stockReason: z.string().trim().max(300, "A reason has at most 300 characters").optional(),
})
export type ProductChanges = z.output<typeof ProductChanges>
