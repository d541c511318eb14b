import type { Member, Staff } from "~/domain/accounts/actor"
import { openForTests } from "~/testing/processes/open-for-tests"
import { aMember, anAdmin } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { leaveReview } from "../reviews.server"

interface ReviewsTest extends TestShop {
  admin: Staff
  ada: Member
  bob: Member
}

/** A shop with an administrator and two reviewers, for the tests of a file */
export function openReviewsTest(): ReviewsTest {
  return openForTests(async () => {
    const opened = await openTestShop()
    const admin = await anAdmin(opened.shop)
    const ada = await aMember(opened.shop, { name: "Ada" })
    const bob = await aMember(opened.shop, { name: "Bob" })
    return { ...opened, admin, ada, bob }
  })
}

export function say({ shop }: TestShop, member: Member, productId: string, rating: number, comment = "Fine.") {
  return leaveReview(shop, member, { productId, rating, comment })
}

export function ratingOf({ shop }: TestShop, id: string) {
  return shop.db.selectFrom("products").select(["rating", "num_reviews"]).where("id", "=", id).executeTakeFirstOrThrow()
}
