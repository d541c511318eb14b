import { sql } from "kysely"
import type { Member } from "~/domain/accounts/actor"
import { reviewsOf } from "~/domain/catalog/catalog-changes.server"
import { isPublic } from "~/domain/catalog/publication/publication.server"
import { pageOf, ROWS_PER_JSON_PAGE } from "~/domain/lists/paginate.server"
import type { Queryable } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import { REVIEWS_PER_PAGE, type Review, type ReviewQuery } from "./review"

export interface ReviewPage {
  reviews: Review[]
  count: number
  /** Best first; half stars are rounded up. */
  histogram: { stars: number; count: number }[]
}

export async function listReviews(
  shop: Queryable,
  productId: string,
  { sort, page }: ReviewQuery,
): Promise<ReviewPage> {
  shop.noteRead?.(reviewsOf(productId))
  const [reviews, histogram] = await Promise.all([
    pageOf(sortedReviews(shop, productId, sort), page, REVIEWS_PER_PAGE).execute(),
    readHistogram(shop, productId),
  ])
  return { reviews, count: histogram.reduce((sum, bar) => sum + bar.count, 0), histogram }
}

/** @throws ShopError `notFound` for a product that is not public */
export async function listNewestReviews(
  shop: Queryable,
  productId: string,
  page = 1,
): Promise<Omit<ReviewPage, "histogram">> {
  const product = await shop.db
    .selectFrom("products")
    .select("num_reviews as count")
    .where("id", "=", productId)
    .where(isPublic)
    .executeTakeFirst()
  if (!product) throw notFound("Product not found")
  return { reviews: await readNewestReviews(shop, productId, page), count: product.count }
}

/** Finds public and hidden products */
export async function readNewestReviews(shop: Queryable, productId: string, page = 1): Promise<Review[]> {
  shop.noteRead?.(reviewsOf(productId))
  return pageOf(sortedReviews(shop, productId, "newest"), page, ROWS_PER_JSON_PAGE).execute()
}

export async function findOwnReview(shop: Queryable, member: Member, productId: string): Promise<Review | null> {
  return (await activeReviewsOf(shop, productId).where("user_id", "=", member.id).executeTakeFirst()) ?? null
}

function activeReviewsOf(shop: Queryable, productId: string) {
  return shop.db
    .selectFrom("reviews")
    .select(["id", "product_id as productId", "user_id as userId", "name", "comment"])
    .select([reviewRating, isVerifiedPurchase.as("verified")])
    .select(["created_at as createdAt", "updated_at as updatedAt"])
    .where("product_id", "=", productId)
    .where("deleted_at", "is", null)
}

/** 0.5 to 5. */
export const reviewRating = sql<number>`reviews.rating_halves / 2.0::float8`.as("rating")

const isVerifiedPurchase = sql<boolean>`exists (
  select from orders join order_lines on order_lines.order_id = orders.id
  where orders.user_id = reviews.user_id and orders.deleted_at is null
    and orders.payment_status = 'succeeded' and order_lines.product_id = reviews.product_id)`

function sortedReviews(shop: Queryable, productId: string, sort: ReviewQuery["sort"]) {
  const reviews = activeReviewsOf(shop, productId)
  const byRating = sort === "newest" ? reviews : reviews.orderBy("rating_halves", sort === "highest" ? "desc" : "asc")
  return byRating.orderBy("created_at", "desc").orderBy("id", "desc")
}

async function readHistogram(shop: Queryable, productId: string): Promise<ReviewPage["histogram"]> {
  const rows = await shop.db
    .selectFrom("reviews")
    .select([sql<number>`(rating_halves + 1) / 2`.as("stars"), (select) => select.fn.countAll<number>().as("count")])
    .where("product_id", "=", productId)
    .where("deleted_at", "is", null)
    .groupBy("stars")
    .execute()
  const counts = new Map(rows.map((row) => [row.stars, row.count]))
  return [5, 4, 3, 2, 1].map((stars) => ({ stars, count: counts.get(stars) ?? 0 }))
}
