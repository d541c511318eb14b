import { sql } from "kysely"
import type { Admin } from "../accounts/user"
import type { Books, Shop } from "../shop"
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

/** A page of the reviews of one product or of all, newest first unless told otherwise. */
export async function listReviewRows(
  shop: Shop,
  _admin: Admin,
  filter: ReviewFilter,
): Promise<{ reviews: ReviewRow[]; count: number }> {
  const [rows, { count }] = await Promise.all([
    sorted(matching(shop, filter), filter.sort)
      .select(columns)
      .limit(REVIEWS_PER_PAGE)
      .offset((filter.page - 1) * REVIEWS_PER_PAGE)
      .execute(),
    matching(shop, filter)
      .select((row) => row.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
  ])
  return { reviews: rows.map(toRow), count }
}

/** One review of a product that is sold. @throws ShopError `notFound` */
export async function findReviewRow(shop: Shop, _admin: Admin, id: string): Promise<ReviewRow> {
  const row = await living(shop).select(columns).where("reviews.id", "=", id).executeTakeFirst()
  if (!row) throw notFound("Review not found")
  return toRow(row)
}

function living({ db }: Books) {
  return db
    .selectFrom("reviews")
    .innerJoin("products", "products.id", "reviews.product_id")
    .where("reviews.deleted_at", "is", null)
    .where("products.deleted_at", "is", null)
}

function matching(shop: Shop, { product, user, rating }: ReviewFilter) {
  let reviews = living(shop)
  if (product) reviews = reviews.where("reviews.product_id", "=", product.toLowerCase())
  if (user) reviews = reviews.where("reviews.user_id", "=", user)
  if (rating) reviews = reviews.where(sql<boolean>`(reviews.rating_halves + 1) / 2 = ${Number(rating)}`)
  return reviews
}

function sorted(reviews: ReturnType<typeof matching>, sort: ReviewFilter["sort"]) {
  const direction = sort.startsWith("-") ? "desc" : "asc"
  const column = sort.endsWith("rating") ? "reviews.rating_halves" : "reviews.created_at"
  return reviews.orderBy(column, direction).orderBy("reviews.id", direction)
}

const columns = [
  "reviews.id",
  "reviews.user_id",
  "reviews.name",
  "reviews.product_id",
  "products.name as product_name",
  "reviews.comment",
  "reviews.rating_halves",
  "reviews.created_at",
] as const

interface Row {
  id: string
  user_id: string
  name: string
  product_id: string
  product_name: string
  comment: string
  rating_halves: number
  created_at: Date
}

function toRow(row: Row): ReviewRow {
  return {
    id: row.id,
    user: { id: row.user_id, name: row.name },
    product: { id: row.product_id, name: row.product_name },
    comment: row.comment,
    rating: row.rating_halves / 2,
    createdAt: row.created_at,
  }
}
