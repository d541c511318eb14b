import type { Product } from "../catalog/product"
import { findProduct } from "../catalog/products.server"
import type { Shop } from "../shop"
import type { Review } from "./review"
import { listNewestReviews } from "./review-list.server"

export interface ReviewedProduct {
  product: Product
  /** The newest hundred */
  reviews: Review[]
}

export async function findReviewedProduct(shop: Shop, id: string): Promise<ReviewedProduct> {
  const product = await findProduct(shop, id)
  const { reviews } = await listNewestReviews(shop, id)
  return { product, reviews }
}
