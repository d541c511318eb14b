// GET, DELETE /api/v1/reviews
import { z } from "zod"
import { listAllReviews } from "~/domain/reviews/review-list.server"
import { softDeleteReview } from "~/domain/reviews/reviews.server"
import { adminCall, publicRead } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"
import { NormalizedId } from "~/http/normalize-id"
import { ReviewJson, toReviewJson } from "./json/review"

export const loader = endpoints({
  GET: publicRead(
    {
      chapter: "Reviews",
      summary: "List the reviews of a product",
      query: z.object({ id: NormalizedId.describe("The product's id") }),
      response: { reviews: z.array(ReviewJson) },
      refusals: { 400: "Please send an id", 404: "Product not found" },
    },
    async ({ shop, query }) => ({ reviews: (await listAllReviews(shop, query.id)).map(toReviewJson) }),
  ),
  DELETE: adminCall(
    {
      chapter: "Administration",
      summary: "Delete a review",
      query: z.object({
        id: NormalizedId.describe("The review's id"),
        productId: NormalizedId.optional().describe("The id of the product that it is about"),
      }),
      successMessage: "Review deleted",
      refusals: { 400: "Please send an id", 404: "Review not found" },
    },
    async ({ shop, actor, query }) => {
      await softDeleteReview(shop, actor, { reviewId: query.id, productId: query.productId })
    },
  ),
})

export const action = loader
