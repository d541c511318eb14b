import { sql } from "kysely"
import type { Admin, Member } from "../accounts/user"
import { recordAudit } from "../audit/audit-log.server"
import { newObjectId } from "../object-id.server"
import type { Books, Shop } from "../shop"
import { conflict, notFound } from "../shop-error"
import type { ReviewFields } from "./review"

/**
 * Keeps what a member thinks of a product; a second review replaces the first. Writers of one product take turns under
 * the lock of its row, so its average and count are exact whatever happens at once.
 * @throws ShopError `notFound` for a product that is not sold
 */
export async function leaveReview(shop: Shop, member: Member, review: ReviewFields): Promise<void> {
  await shop.transaction(async (books) => {
    await lockProduct(books, review.productId)
    const now = books.now()
    const contents = { name: member.name, rating_halves: review.rating * 2, comment: review.comment, updated_at: now }
    const replaced = await books.db
      .updateTable("reviews")
      .set(contents)
      .where("product_id", "=", review.productId)
      .where("user_id", "=", member.id)
      .where("deleted_at", "is", null)
      .executeTakeFirst()
    if (replaced.numUpdatedRows === 0n) {
      const identity = { id: newObjectId(now), product_id: review.productId, user_id: member.id, created_at: now }
      await books.db
        .insertInto("reviews")
        .values({ ...identity, ...contents })
        .execute()
    }
    await countReviews(books, review.productId)
  })
}

interface ReviewAddress {
  reviewId: string
  /** Given, the review must be this product's. */
  productId?: string
}

/**
 * Takes a review away; `restoreReview` brings it back.
 * @throws ShopError `notFound`
 */
export async function removeReview(shop: Shop, admin: Admin, address: ReviewAddress): Promise<void> {
  await markRemoved(shop, admin, address, true)
}

/** @throws ShopError `notFound`, or `conflict` when its author has written another one meanwhile */
export async function restoreReview(shop: Shop, admin: Admin, address: ReviewAddress): Promise<void> {
  await markRemoved(shop, admin, address, false)
}

async function markRemoved(shop: Shop, admin: Admin, address: ReviewAddress, removed: boolean): Promise<void> {
  await shop.transaction(async (books) => {
    const review = await findReviewRow(books, address)
    await books.db
      .selectFrom("products")
      .select("id")
      .where("id", "=", review.product_id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const current = await findReviewRow(books, address)
    if ((current.deleted_at !== null) === removed) throw notFound("Review not found")
    if (!removed) await refuseSecondReview(books, current)
    await books.db
      .updateTable("reviews")
      .set({ deleted_at: removed ? books.now() : null })
      .where("id", "=", current.id)
      .execute()
    await countReviews(books, current.product_id)
    const facts = {
      product: current.product_id,
      name: current.name,
      rating: current.rating_halves / 2,
      comment: current.comment,
    }
    await recordAudit(books, admin, {
      action: removed ? "review.remove" : "review.restore",
      subjectKind: "review",
      subjectId: current.id,
      before: removed ? facts : null,
      after: removed ? null : facts,
    })
  })
}

async function findReviewRow(books: Books, { reviewId, productId }: ReviewAddress) {
  let query = books.db.selectFrom("reviews").selectAll().where("id", "=", reviewId)
  if (productId !== undefined) query = query.where("product_id", "=", productId)
  const row = await query.executeTakeFirst()
  if (!row) throw notFound("Review not found")
  return row
}

async function refuseSecondReview(books: Books, { product_id, user_id }: { product_id: string; user_id: string }) {
  const other = await books.db
    .selectFrom("reviews")
    .select("id")
    .where("product_id", "=", product_id)
    .where("user_id", "=", user_id)
    .where("deleted_at", "is", null)
    .executeTakeFirst()
  if (other) throw conflict("Its author has written another review of this product meanwhile")
}

async function lockProduct(books: Books, id: string): Promise<void> {
  const row = await books.db
    .selectFrom("products")
    .select("id")
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound("Product not found")
}

/** Counts afresh under the product's lock, so no sum can drift. */
async function countReviews(books: Books, productId: string): Promise<void> {
  await sql`
    update products set (num_reviews, rating_halves) = (
      select count(*), coalesce(sum(rating_halves), 0) from reviews
      where product_id = ${productId} and deleted_at is null)
    where id = ${productId}`.execute(books.db)
}
