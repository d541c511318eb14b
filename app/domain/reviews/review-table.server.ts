import { sql } from "kysely"
import { jsonBuildObject } from "kysely/helpers/postgres"
import type { Staff } from "~/domain/accounts/actor"
import { paginate } from "~/domain/lists/paginate.server"
import type { Queryable, Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import type { ReviewFilter } from "./review-filter"
import { reviewRating } from "./review-list.server"

interface ReviewRow {
  id: string
  user: { id: string; name: string }
  product: { id: string; name: string }
  comment: string
  rating: number
  createdAt: Date
}

export async function listReviewRows(
  shop: Shop,
  _staff: Staff<"reviews.moderate">,
  filter: ReviewFilter,
): Promise<{ reviews: ReviewRow[]; count: number }> {
  const { rows, count } = await paginate(shop, matchingReviews(shop, filter), filter.page)
  return { reviews: rows, count }
}

export async function findReviewIds(
  shop: Shop,
  _staff: Staff<"reviews.moderate">,
  filter: ReviewFilter,
): Promise<string[]> {
  const rows = await matchingReviews(shop, filter).clearSelect().select("reviews.id").execute()
  return rows.map((row) => row.id)
}

export async function findReviewRow(shop: Shop, _staff: Staff<"reviews.moderate">, id: string): Promise<ReviewRow> {
  const query = activeReviews(shop).where("reviews.id", "=", id)
  return query.executeTakeFirstOrThrow(() => notFound("Review not found"))
}

function activeReviews({ db }: Queryable) {
  return db
    .selectFrom("reviews")
    .innerJoin("products", "products.id", "reviews.product_id")
    .select((row) => [
      "reviews.id",
      "comment",
      reviewRating,
      "reviews.created_at as createdAt",
      jsonBuildObject({ id: row.ref("reviews.user_id"), name: row.ref("reviews.name") }).as("user"),
      jsonBuildObject({ id: row.ref("products.id"), name: row.ref("products.name") }).as("product"),
    ])
    .where("reviews.deleted_at", "is", null)
    .where("products.deleted_at", "is", null)
}

function matchingReviews(shop: Shop, { product, user, rating, sort }: ReviewFilter) {
  const direction = sort.startsWith("-") ? "desc" : "asc"
  const column = sort.endsWith("rating") ? "reviews.rating_halves" : "reviews.created_at"
  let reviews = activeReviews(shop).orderBy(column, direction).orderBy("reviews.id", direction)
  if (product) reviews = reviews.where("reviews.product_id", "=", product.toLowerCase())
  if (user) reviews = reviews.where("reviews.user_id", "=", user)
  if (rating) reviews = reviews.where(sql<boolean>`(reviews.rating_halves + 1) / 2 = ${Number(rating)}`)
  return reviews
}
