import { describe, expect, test } from "vitest"
import { type Member, requireMember } from "~/domain/accounts/actor"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { softDeleteProduct } from "~/domain/catalog/editing/delete-product.server"
import { publishProduct } from "~/domain/catalog/editing/publish-product.server"
import { newObjectId } from "~/domain/object-id.server"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { aMember } from "~/testing/shop/people.server"
import { buy, signUp } from "~/testing/shop/test-orders.server"
import { findOwnReview, listNewestReviews, listReviews } from "./review-list.server"
import { openReviewsTest, ratingOf, say } from "./testing/reviews-test.server"

const here = openReviewsTest()

const shelve = () =>
  publishProduct(here.shop, here.admin, { name: "Mug", desc: "For tea.", category: "Kitchen", price: 1_000, stock: 9 })

/** The limiter's windows end by the database's clock, so the test moves that. */
const expireLimit = (name: string) =>
  here.shop.db
    .updateTable("rate_limits")
    .set({ expire: Date.now() - 1 })
    .where("key", "like", `${name}:%`)
    .execute()

describe("a product's reviews", () => {
  test("are one per member: a second one replaces the first", async () => {
    const mug = await shelve()
    await say(here, here.ada, mug, 5, "Wonderful")
    await say(here, here.bob, mug, 2)
    await say(here, here.ada, mug, 4, "On second thoughts")
    expect(await ratingOf(here, mug)).toEqual({ rating: 3, num_reviews: 2 })
    expect(
      (await listNewestReviews(here.shop, mug)).reviews.map(({ name, rating, comment }) => [name, rating, comment]),
    ).toEqual(
      expect.arrayContaining([
        ["Ada", 4, "On second thoughts"],
        ["Bob", 2, "Fine."],
      ]),
    )
    expect(await findOwnReview(here.shop, here.ada, mug)).toMatchObject({ rating: 4 })
  })

  test("are sorted and paged, with the distribution of ratings", async () => {
    const mug = await shelve()
    const crowd = await makePeople(12)
    for (const [index, member] of crowd.entries()) await say(here, member, mug, index < 3 ? 0.5 : 4.5, `No. ${index}`)
    const newest = await listReviews(here.shop, mug, { sort: "newest", page: 1 })
    expect(newest.reviews.map((review) => review.comment)).toEqual(
      Array.from({ length: 10 }, (_, index) => `No. ${11 - index}`),
    )
    expect(newest.count).toBe(12)
    expect(newest.histogram).toEqual(
      [5, 4, 3, 2, 1].map((stars) => ({ stars, count: stars === 5 ? 9 : stars === 1 ? 3 : 0 })),
    )
    const lowest = await listReviews(here.shop, mug, { sort: "lowest", page: 1 })
    expect(lowest.reviews.slice(0, 4).map((review) => review.rating)).toEqual([0.5, 0.5, 0.5, 4.5])
    expect((await listReviews(here.shop, mug, { sort: "highest", page: 2 })).reviews).toHaveLength(2)
    expect((await listReviews(here.shop, mug, { sort: "newest", page: 900 })).reviews).toEqual([])
  })

  test("say who has bought the product", async () => {
    const mug = await shelve()
    const buyer = await signUp(here.shop, "buyer@shop.example", "Buyer")
    await buy(here.shop, buyer, mug)
    await say(here, buyer, mug, 5)
    await say(here, here.ada, mug, 5)
    const { reviews } = await listNewestReviews(here.shop, mug)
    expect(reviews.map(({ name, verified }) => [name, verified])).toEqual(
      expect.arrayContaining([
        ["Buyer", true],
        ["Ada", false],
      ]),
    )
  })

  test("stay verified after a partial refund, and not after a full one", async () => {
    const mug = await shelve()
    const buyer = await signUp(here.shop, "refunded@shop.test", "Buyer")
    const order = await buy(here.shop, buyer, mug)
    await say(here, buyer, mug, 5)
    const verified = async () => (await listNewestReviews(here.shop, mug)).reviews.map((review) => review.verified)
    await refundOrder(here.shop, here.admin, order, { amount: 100 })
    expect(await verified()).toEqual([true])
    await refundOrder(here.shop, here.admin, order, { amount: "whole" })
    expect(await verified()).toEqual([false])
    await buy(here.shop, buyer, mug)
    expect(await verified()).toEqual([true])
  })

  test("are refused for a product that is not sold", async () => {
    const mug = await shelve()
    await softDeleteProduct(here.shop, here.admin, mug)
    await expect(say(here, here.ada, mug, 5)).rejects.toMatchObject({ kind: "notFound", message: "Product not found" })
    await expect(listNewestReviews(here.shop, "nonsense")).rejects.toMatchObject({ kind: "notFound" })
  })

  test("count exactly when fifty people write concurrently", async () => {
    const mug = await shelve()
    const crowd = await makePeople(50)
    await Promise.all(
      crowd.flatMap((member, index) => [say(here, member, mug, 1), say(here, member, mug, ((index % 10) + 1) / 2)]),
    )
    const { histogram, count } = await listReviews(here.shop, mug, { sort: "newest", page: 1 })
    const truth = await here.shop.db
      .selectFrom("reviews")
      .select("rating_halves")
      .where("product_id", "=", mug)
      .execute()
    expect(truth).toHaveLength(50)
    expect(count).toBe(50)
    expect(histogram.reduce((sum, bar) => sum + bar.count, 0)).toBe(50)
    const average = truth.reduce((sum, row) => sum + row.rating_halves / 2, 0) / 50
    expect(await ratingOf(here, mug)).toEqual({ rating: average, num_reviews: 50 })
  })
})

/** Creates dozens of accounts without hashing a password for each. */
async function makePeople(count: number): Promise<Member[]> {
  const rows = Array.from({ length: count }, () => newObjectId(here.shop.now())).map((id) => ({
    id,
    name: `Person ${id.slice(-4)}`,
    email: `${id}@crowd.example`,
    password_hash: "none",
    avatar_picture_id: null,
  }))
  await here.shop.db.insertInto("users").values(rows).execute()
  return Promise.all(rows.map(async ({ id }) => requireMember(await findActiveUser(here.shop, id))))
}

test("a member can write twenty reviews in ten minutes and a hundred in a day, and others are not affected", async () => {
  const product = await shelve()
  const [eve, dan] = [await aMember(here.shop), await aMember(here.shop)]
  for (let round = 0; round < 5; round++) {
    const tries = await Promise.allSettled(Array.from({ length: 22 }, () => say(here, eve, product, 1)))
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(20)
    await expireLimit("review-member")
  }
  await expect(say(here, eve, product, 1)).rejects.toMatchObject({
    kind: "tooMany",
    retryAfter: expect.toSatisfy((seconds) => seconds > 86_000),
  })
  await say(here, dan, product, 5)
})
