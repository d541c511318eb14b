import { z } from "zod"
import type { Review } from "~/domain/reviews/review"
import { exampleReview } from "./examples"
import { Id, Timestamp, toTimestamp } from "./fields"

export const ReviewJson = z
  .object({
    _id: Id,
    user: Id,
    name: z.string(),
    rating: z.number().min(0.5).max(5).multipleOf(0.5),
    comment: z.string(),
    verified: z.boolean(),
    createdAt: Timestamp,
  })
  .meta({ id: "Review", examples: [exampleReview] })

export function toReviewJson(review: Review): z.input<typeof ReviewJson> {
  const { id, userId, name, rating, comment, verified, createdAt } = review
  return { _id: id, user: userId, name, rating, comment, verified, createdAt: toTimestamp(createdAt) }
}
