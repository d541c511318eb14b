// GET, DELETE /api/v1/reviews
import { z } from "zod"
import { PageNumber } from "~/domain/lists/page-number"
import { ROWS_PER_JSON_PAGE } from "~/domain/lists/paginate.server"
import { isObjectId } from "~/domain/object-id"
import { listNewestReviews } from "~/domain/reviews/review-list.server"
import { softDeleteReview } from "~/domain/reviews/reviews.server"
import { adminCall, publicRead } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { NormalizedId } from "~/http/doorways/normalize-id"
import type { CachePolicy } from "~/http/response-cache/cache-policy"
import { ReviewJson, toReviewJson } from "./json/review"

const cache: CachePolicy = {
  store: "memory",
  parameters: ["id", "page"],
  ignoresUnknown: true,
  canonicalQuery({ url }) {
    const { id = "", page } = Object.fromEntries(url.searchParams)
    const number = PageNumber.parse(page)
    const search = new URLSearchParams({ id, ...(number > 1 && { page: String(number) }) })
    return isObjectId(id) ? { search, isUnbounded: number > 1 } : null
  },
}

export const loader = endpoints({
  GET: publicRead(
    {
      chapter: "Reviews",
      summary: "List the reviews of a product",
      notes: "Newest first, a hundred on a page. `reviewCount` is their number; a page past the end is an empty list.",
      query: z.object({ id: NormalizedId.describe("The product's id"), page: PageNumber }),
      response: { reviews: z.array(ReviewJson), reviewCount: z.int().min(0), resultPerPage: z.int().min(1) },
      cache,
      refusals: { 400: "Please send an id", 404: "Product not found" },
    },
    async ({ shop, query }) => {
      const { reviews, count } = await listNewestReviews(shop, query.id, query.page)
      return { reviews: reviews.map(toReviewJson), reviewCount: count, resultPerPage: ROWS_PER_JSON_PAGE }
    },
  ),
  DELETE: adminCall(
    "reviews.moderate",
    {
      summary: "Delete a review",
      query: z.object({
        id: NormalizedId.describe("The review's id"),
        productId: NormalizedId.optional().describe("The id of the product that it is about"),
      }),
      successMessage: "Review deleted",
      refusals: { 400: "Please send an id", 404: "Review not found" },
    },
    ({ shop, actor, query }) => softDeleteReview(shop, actor, { reviewId: query.id, productId: query.productId }),
  ),
})

export const action = loader
