import type { ProductEditor } from "~/domain/accounts/actor"
import { type EditedProduct, findEditedProduct, findProduct } from "~/domain/catalog/find-product.server"
import type { Product } from "~/domain/catalog/product"
import type { Shop } from "~/domain/shop"
import type { Review } from "./review"
import { readNewestReviews } from "./review-list.server"

export interface ReviewedProduct {
  product: Product
  /** The newest hundred reviews */
  reviews: Review[]
}

export async function findReviewedProduct(shop: Shop, id: string): Promise<ReviewedProduct> {
  const product = await findProduct(shop, id)
  return { product, reviews: await readNewestReviews(shop, id) }
}

/** Includes drafts. */
export async function findEditedProductWithReviews(
  shop: Shop,
  _staff: ProductEditor,
  id: string,
): Promise<ReviewedProduct & { product: EditedProduct }> {
  const product = await findEditedProduct(shop, id)
  return { product, reviews: await readNewestReviews(shop, id) }
}
