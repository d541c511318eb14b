import type { Product } from "../catalog/product"
import { findProduct } from "../catalog/products.server"
import type { Shop } from "../shop"
import type { Review } from "./review"
import { listAllReviews } from "./review-list.server"

export interface ReviewedProduct {
  product: Product
  reviews: Review[]
}

/**
 * A product with everything that was said of it, newest first.
 * @throws ShopError `notFound`, also for an id that cannot be one
 */
export async function findReviewedProduct(shop: Shop, id: string): Promise<ReviewedProduct> {
  const product = await findProduct(shop, id)
  return { product, reviews: await listAllReviews(shop, id) }
}
