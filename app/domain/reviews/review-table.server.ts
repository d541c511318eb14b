import { sql } from "kysely"
import type { Admin } from "../accounts/user"
import type { Queryable, Shop } from "../shop"
import { notFound } from "../shop-error"
import { REVIEWS_PER_PAGE } from "./review"
import type { ReviewFilter } from "./review-filter"

/** A review in the administrator's table, with the product that it speaks of. */
export interface ReviewRow {
  id: string
  user: { id: string; name: string }
  product: { id: string; name: string }
  comment: string
  /** 0.5 to 5. */
  rating: number
  createdAt: Date
}

/** A page of the reviews of one product or of all, newest first by default. */
export async function listReviewRows(
  shop: Shop,
  _admin: Admin,
  filter: ReviewFilter,
): Promise<{ reviews: ReviewRow[]; count: number }> {
  const [rows, { count }] = await Promise.all([
    sortedReviews(matchingReviews(shop, filter), filter.sort)
      .select(reviewRowColumns)
      .limit(REVIEWS_PER_PAGE)
      .offset((filter.page - 1) * REVIEWS_PER_PAGE)
      .execute(),
    matchingReviews(shop, filter)
      .select((row) => row.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
  ])
  return { reviews: rows.map(toReviewRow), count }
}

/** The ids of the reviews that match, on all pages. */
export async function findReviewIds(shop: Shop, _admin: Admin, filter: ReviewFilter): Promise<string[]> {
  const rows = await sortedReviews(matchingReviews(shop, filter), filter.sort).select("reviews.id").execute()
  return rows.map((row) => row.id)
}

/** Some reviews, in any order. */
export async function findReviewRows(shop: Shop, _admin: Admin, ids: readonly string[]): Promise<ReviewRow[]> {
  const rows = await activeReviews(shop).select(reviewRowColumns).where("reviews.id", "in", ids).execute()
  return rows.map(toReviewRow)
}

/** One review of a product that is sold. @throws ShopError `notFound` */
export async function findReviewRow(shop: Shop, _admin: Admin, id: string): Promise<ReviewRow> {
  const row = await activeReviews(shop).select(reviewRowColumns).where("reviews.id", "=", id).executeTakeFirst()
  if (!row) throw notFound("Review not found")
  return toReviewRow(row)
}

function activeReviews({ db }: Queryable) {
  return db
    .selectFrom("reviews")
    .innerJoin("products", "products.id", "reviews.product_id")
    .where("reviews.deleted_at", "is", null)
    .where("products.deleted_at", "is", null)
}

function matchingReviews(shop: Shop, { product, user, rating }: ReviewFilter) {
  let reviews = activeReviews(shop)
  if (product) reviews = reviews.where("reviews.product_id", "=", product.toLowerCase())
  if (user) reviews = reviews.where("reviews.user_id", "=", user)
  if (rating) reviews = reviews.where(sql<boolean>`(reviews.rating_halves + 1) / 2 = ${Number(rating)}`)
  return reviews
}

function sortedReviews(reviews: ReturnType<typeof matchingReviews>, sort: ReviewFilter["sort"]) {
  const direction = sort.startsWith("-") ? "desc" : "asc"
  const column = sort.endsWith("rating") ? "reviews.rating_halves" : "reviews.created_at"
  return reviews.orderBy(column, direction).orderBy("reviews.id", direction)
}

const reviewRowColumns = [
  "reviews.id",
  "reviews.user_id",
  "reviews.name",
  "reviews.product_id",
  "products.name as product_name",
  "reviews.comment",
  "reviews.rating_halves",
  "reviews.created_at",
] as const

interface ReviewRowColumns {
  id: string
  user_id: string
  name: string
  product_id: string
  product_name: string
  comment: string
  rating_halves: number
  created_at: Date
}

function toReviewRow(row: ReviewRowColumns): ReviewRow {
  return {
    id: row.id,
    user: { id: row.user_id, name: row.name },
    product: { id: row.product_id, name: row.product_name },
    comment: row.comment,
    rating: row.rating_halves / 2,
    createdAt: row.created_at,
  }
}
