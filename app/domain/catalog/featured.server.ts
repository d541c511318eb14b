import type { Shop } from "~/domain/shop"
import type { ProductSummary } from "./product"
import { type ProductSummaryRow, productSummaryColumns, toProductSummaries } from "./product-rows.server"
import { isPublic } from "./publication/publication.server"

const MIN_REVIEWS = 3
const ARRIVALS = 4

interface FeaturedProducts {
  /** The best rated with enough reviews, then the newest */
  featured: ProductSummary[]
  arrivals: ProductSummary[]
}

export async function featuredProducts(shop: Shop, count = 8): Promise<FeaturedProducts> {
  const [rated, newest] = await Promise.all([readBestRated(shop, count), readNewest(shop, count)])
  const others = newest.filter(({ id }) => !rated.some((row) => row.id === id))
  return {
    featured: toProductSummaries(shop, [...rated, ...others].slice(0, count)),
    arrivals: toProductSummaries(shop, newest.slice(0, ARRIVALS)),
  }
}

function readBestRated(shop: Shop, count: number): Promise<ProductSummaryRow[]> {
  return recommendable(shop)
    .where("num_reviews", ">=", MIN_REVIEWS)
    .orderBy("rating", "desc")
    .orderBy("num_reviews", "desc")
    .orderBy("id", "desc")
    .limit(count)
    .execute()
}

function readNewest(shop: Shop, count: number): Promise<ProductSummaryRow[]> {
  return recommendable(shop).orderBy("created_at", "desc").orderBy("id", "desc").limit(count).execute()
}

function recommendable(shop: Shop) {
  return shop.db.selectFrom("products").select(productSummaryColumns).where(isPublic).where("stock", ">", 0)
}
