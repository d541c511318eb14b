import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { aMember, anAdmin } from "~/testing/people.server"
import { openTestShop, type TestShop } from "~/testing/test-shop.server"
import type { Admin, Member } from "../accounts/user"
import { publishProduct } from "../catalog/products.server"
import { findOwnReview } from "./review-list.server"
import { leaveReview, restoreReview, softDeleteReview } from "./reviews.server"

let here: TestShop
let admin: Admin
let ada: Member
let bob: Member

beforeAll(async () => {
  here = await openTestShop()
  admin = await anAdmin(here.shop)
  ada = await aMember(here.shop, { name: "Ada" })
  bob = await aMember(here.shop, { name: "Bob" })
})
afterAll(() => here.close())

const shelve = () =>
  publishProduct(here.shop, admin, { name: "Mug", desc: "For tea.", category: "Kitchen", price: 1_000, stock: 9 })

const say = (member: Member, productId: string, rating: number, comment = "Fine.") =>
  leaveReview(here.shop, member, { productId, rating, comment })

const ratingOf = (id: string) =>
  here.shop.db.selectFrom("products").select(["rating", "num_reviews"]).where("id", "=", id).executeTakeFirstOrThrow()

describe("an administrator", () => {
  test("takes a review away and brings it back, and both is written down", async () => {
    const mug = await shelve()
    await say(ada, mug, 5)
    await say(bob, mug, 1)
    const reviewId = (await findOwnReview(here.shop, bob, mug))?.id ?? ""
    await softDeleteReview(here.shop, admin, { reviewId, productId: mug })
    expect(await ratingOf(mug)).toEqual({ rating: 5, num_reviews: 1 })
    await expect(softDeleteReview(here.shop, admin, { reviewId })).rejects.toMatchObject({ kind: "notFound" })
    await restoreReview(here.shop, admin, { reviewId })
    expect(await ratingOf(mug)).toEqual({ rating: 3, num_reviews: 2 })
    const rows = await here.shop.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", reviewId)
      .execute()
    expect(rows.map((row) => row.action)).toEqual(["review.remove", "review.restore"])
  })

  test("cannot bring a review back whose author has written another", async () => {
    const mug = await shelve()
    await say(bob, mug, 1)
    const reviewId = (await findOwnReview(here.shop, bob, mug))?.id ?? ""
    await softDeleteReview(here.shop, admin, { reviewId })
    await say(bob, mug, 4)
    await expect(restoreReview(here.shop, admin, { reviewId })).rejects.toMatchObject({ kind: "conflict" })
    expect(await ratingOf(mug)).toEqual({ rating: 4, num_reviews: 1 })
  })

  test("finds no review under another product's id", async () => {
    const mug = await shelve()
    await say(ada, mug, 3)
    const reviewId = (await findOwnReview(here.shop, ada, mug))?.id ?? ""
    const other = { reviewId, productId: await shelve() }
    await expect(softDeleteReview(here.shop, admin, other)).rejects.toMatchObject({
      kind: "notFound",
      message: "Review not found",
    })
  })
})
