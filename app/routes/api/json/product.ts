import { z } from "zod"
import { categories } from "~/domain/catalog/category"
import type { Product } from "~/domain/catalog/product"
import { toDollars } from "~/domain/money"
import type { ReviewedProduct } from "~/domain/reviews/reviewed-product.server"
import type { Shop } from "~/domain/shop"
import { exampleProduct, exampleReview } from "./examples"
import { Dollars, Id, Moment, moment } from "./fields"
import { PictureJson, pictureJson } from "./picture"
import { ReviewJson, reviewJson } from "./review"

/** A product in a list. */
export const ListedProductJson = z
  .object({
    _id: Id,
    name: z.string(),
    price: Dollars,
    desc: z.string(),
    category: z.enum(categories),
    stock: z.int().min(0),
    images: z.array(PictureJson),
    ratings: z.number().min(0).max(5),
    numReviews: z.int().min(0),
    createdAt: Moment,
  })
  .meta({ id: "ListedProduct", examples: [exampleProduct] })

/** A product by itself: its reviews are with it. */
export const ProductJson = ListedProductJson.extend({ reviews: z.array(ReviewJson) }).meta({
  id: "Product",
  examples: [{ ...exampleProduct, reviews: [exampleReview] }],
})

export function listedProductJson(shop: Shop, product: Product): z.input<typeof ListedProductJson> {
  const { id, name, price, desc, category, stock, pictures, rating, numReviews, createdAt } = product
  return {
    _id: id,
    name,
    price: toDollars(price),
    desc,
    category,
    stock,
    images: pictures.map((picture) => pictureJson(shop, picture)),
    ratings: rating,
    numReviews,
    createdAt: moment(createdAt),
  }
}

export function productJson(shop: Shop, { product, reviews }: ReviewedProduct): z.input<typeof ProductJson> {
  return { ...listedProductJson(shop, product), reviews: reviews.map(reviewJson) }
}
