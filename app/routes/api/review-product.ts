// PUT /api/v1/product/review
import { ReviewFields } from "~/domain/reviews/review"
import { leaveReview } from "~/domain/reviews/reviews.server"
import { memberCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { exampleProduct, exampleReview } from "./json/examples"

export const loader = endpoints({
  PUT: memberCall(
    {
      chapter: "Reviews",
      summary: "Leave a review",
      notes: "Each user can review a product once: a second review replaces the first.",
      body: ReviewFields,
      example: { productId: exampleProduct._id, rating: exampleReview.rating, comment: exampleReview.comment },
      successMessage: "Review added",
      refusals: { 404: "Product not found", 429: "Too many tries. Please wait a while." },
    },
    async ({ shop, actor, body }) => {
      await leaveReview(shop, actor, body)
    },
  ),
})

export const action = loader
