import { type CsvColumns, csvTable } from "~/domain/csv/csv-table.server"
import type { Admin } from "../accounts/user"
import type { Shop } from "../shop"
import type { ReviewFilter } from "./review-filter"
import { findReviewIds, findReviewRows, type ReviewRow } from "./review-table.server"

const columns: CsvColumns<ReviewRow> = {
  review: ({ id }) => id,
  date: ({ createdAt }) => createdAt,
  product: ({ product }) => product.name,
  productId: ({ product }) => product.id,
  customer: ({ user }) => user.name,
  customerId: ({ user }) => user.id,
  rating: ({ rating }) => rating,
  comment: ({ comment }) => comment,
}

/** All reviews that a filter leaves, in its order, as CSV. */
export async function* exportReviews(shop: Shop, admin: Admin, filter: ReviewFilter): AsyncGenerator<string> {
  yield* csvTable(columns, await findReviewIds(shop, admin, filter), (ids) => findReviewRows(shop, admin, ids))
}
