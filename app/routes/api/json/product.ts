import { z } from "zod"
import { initialCategories } from "~/domain/catalog/categories/category"
import type { Product } from "~/domain/catalog/product"
import { toDollars } from "~/domain/format-money"
import type { ReviewedProduct } from "~/domain/reviews/reviewed-product.server"
import type { Shop } from "~/domain/shop"
import { exampleProduct, exampleReview } from "./examples"
import { Dollars, Id, Timestamp, toTimestamp } from "./fields"
import { PictureJson, placeholderPictureJson, toPictureJson } from "./picture"
import { ReviewJson, toReviewJson } from "./review"

/** Fields that the contract names differently, or omits */
type OtherwiseNamed = "id" | "rating" | "pictures" | "compareAtPrice" | "priorPrice" | Versions

/** A product's price is its lowest, and its stock all units. */
type Versions = "highestPrice" | "hasOptions" | "options" | "variants"

export const ListedProductJson = z
  .object({
    _id: Id,
    name: z.string(),
    price: Dollars,
    desc: z.string(),
    category: z.string().meta({ examples: [...initialCategories] }),
    stock: z.int().min(0),
    images: z.array(PictureJson).min(1),
    ratings: z.number().min(0).max(5),
    numReviews: z.int().min(0),
    createdAt: Timestamp,
  } satisfies Record<Exclude<keyof Product, OtherwiseNamed>, z.ZodType> & z.core.$ZodShape)
  .meta({ id: "ListedProduct", examples: [exampleProduct] })

/** With its newest reviews */
export const ProductJson = ListedProductJson.extend({ reviews: z.array(ReviewJson) }).meta({
  id: "Product",
  examples: [{ ...exampleProduct, reviews: [exampleReview] }],
})

export function toListedProductJson(shop: Shop, product: Product): z.input<typeof ListedProductJson> {
  const { id, name, price, desc, category, stock, pictures, rating, numReviews, createdAt } = product
  return {
    _id: id,
    name,
    price: toDollars(price),
    desc,
    category,
    stock,
    images:
      pictures.length > 0 ? pictures.map((picture) => toPictureJson(shop, picture)) : [placeholderPictureJson(shop)],
    ratings: rating,
    numReviews,
    createdAt: toTimestamp(createdAt),
  }
}

export function toProductJson(shop: Shop, { product, reviews }: ReviewedProduct): z.input<typeof ProductJson> {
  return { ...toListedProductJson(shop, product), reviews: reviews.map(toReviewJson) }
}
