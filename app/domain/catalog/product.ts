import { z } from "zod"
import { StockUnits } from "~/domain/inventory/stock"
import type { PictureView } from "~/domain/media/picture"
import type { Cents } from "~/domain/money/money"
import type { Facts } from "./facts/facts"
import type { Measure } from "./measures/measure"
import { type ProductInput, productRecord } from "./product-record"
import type { ProductState, Publication } from "./publication/publication"
import type { ProductOption, Variant } from "./variants/variant"
import type { Offer, SetPrices } from "./variants/variant-record"

/** Prices and contents are those of its cheapest variant. */
export interface ProductSummary extends Offer, Measure {
  id: string
  name: string
  /** The category's name */
  category: string
  /** The lowest price of the 30 days before the sale; `null` if there was none */
  priorPrice: Cents | null
  /** The price of the most expensive variant; `price` is the cheapest one's. */
  highestPrice: Cents
  hasOptions: boolean
  /** Units of all variants, at most `MAX_STOCK`, as if one is sold without counting */
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
  /** With options, the prices of today */
  setPrices: SetPrices
  /** Whether it is sold without counting; false with options */
  uncounted: boolean
}

const { name, price, desc, category } = productRecord.fields

/** Field names are those of the public JSON, which contains neither compare-at price, sale, publication, tax class nor facts. */
export const ProductFields = z.object({
  name: name.schema,
  price: price.schema,
  desc: desc.schema,
  category: category.schema,
  stock: StockUnits,
})
/** Only a product that is sold without counting has no stock. */
export type ProductFields = Omit<z.output<typeof ProductFields>, "stock"> & Partial<ProductInput>

/** With `stockSeen`, the stock that the form showed, only the difference is applied. */
export const ProductChanges = ProductFields.partial().extend({
  stockSeen: StockUnits.optional(),
  stockReason: z.string("Enter a reason").trim().max(300, "A reason has at most 300 characters").optional(),
})
export type ProductChanges = z.output<typeof ProductChanges> & Partial<ProductInput>
