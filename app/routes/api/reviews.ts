// GET, DELETE /api/v1/reviews
import { z } from "zod"
import { allReviews } from "~/domain/reviews/review-list.server"
import { removeReview } from "~/domain/reviews/reviews.server"
import { adminCall, publicRead } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"
import { FindableId } from "~/http/findable-id"
import { ReviewJson, reviewJson } from "./json/review"

export const loader = endpoints({
  GET: publicRead(
    {
      chapter: "Reviews",
      summary: "List the reviews of a product",
      query: z.object({ id: FindableId.describe("The product's id") }),
      answer: { reviews: z.array(ReviewJson) },
      refusals: { 400: "Please send an id", 404: "Product not found" },
    },
    async ({ shop, query }) => ({ reviews: (await allReviews(shop, query.id)).map(reviewJson) }),
  ),
  DELETE: adminCall(
    {
      chapter: "Administration",
      summary: "Delete a review",
      query: z.object({
        id: FindableId.describe("The review's id"),
        productId: FindableId.optional().describe("The id of the product that it is about"),
      }),
      says: "Review deleted",
      refusals: { 400: "Please send an id", 404: "Review not found" },
    },
    async ({ shop, actor, query }) => {
      await removeReview(shop, actor, { reviewId: query.id, productId: query.productId })
    },
  ),
})

export const action = loader
