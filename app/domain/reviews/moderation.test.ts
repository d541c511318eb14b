import { describe, expect, test } from "vitest"
import { publishProduct } from "~/domain/catalog/editing/publish-product.server"
import { findOwnReview } from "./review-list.server"
import { restoreReview, softDeleteReview } from "./reviews.server"
import { openReviewsTest, ratingOf, say } from "./testing/reviews-test.server"

const here = openReviewsTest()

const shelve = () =>
  publishProduct(here.shop, here.admin, { name: "Mug", desc: "For tea.", category: "Kitchen", price: 1_000, stock: 9 })

describe("an administrator", () => {
  test("removes a review and restores it, and both are recorded", async () => {
    const mug = await shelve()
    await say(here, here.ada, mug, 5)
    await say(here, here.bob, mug, 1)
    const reviewId = (await findOwnReview(here.shop, here.bob, mug))?.id ?? ""
    await softDeleteReview(here.shop, here.admin, { reviewId, productId: mug })
    expect(await ratingOf(here, mug)).toEqual({ rating: 5, num_reviews: 1 })
    await expect(softDeleteReview(here.shop, here.admin, { reviewId })).rejects.toMatchObject({ kind: "notFound" })
    await restoreReview(here.shop, here.admin, { reviewId })
    expect(await ratingOf(here, mug)).toEqual({ rating: 3, num_reviews: 2 })
    const rows = await here.shop.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", reviewId)
      .orderBy("id")
      .execute()
    expect(rows.map((row) => row.action)).toEqual(["review.deleted", "review.restored"])
  })

  test("cannot restore a review whose author has written another", async () => {
    const mug = await shelve()
    await say(here, here.bob, mug, 1)
    const reviewId = (await findOwnReview(here.shop, here.bob, mug))?.id ?? ""
    await softDeleteReview(here.shop, here.admin, { reviewId })
    await say(here, here.bob, mug, 4)
    await expect(restoreReview(here.shop, here.admin, { reviewId })).rejects.toMatchObject({ kind: "conflict" })
    expect(await ratingOf(here, mug)).toEqual({ rating: 4, num_reviews: 1 })
  })

  test("finds no review under another product's id", async () => {
    const mug = await shelve()
    await say(here, here.ada, mug, 3)
    const reviewId = (await findOwnReview(here.shop, here.ada, mug))?.id ?? ""
    const other = { reviewId, productId: await shelve() }
    await expect(softDeleteReview(here.shop, here.admin, other)).rejects.toMatchObject({
      kind: "notFound",
      message: "Review not found",
    })
  })
})
