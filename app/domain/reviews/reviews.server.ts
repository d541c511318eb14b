import { sql } from "kysely"
import type { Member, Staff } from "~/domain/accounts/actor"
import type { Product } from "~/domain/catalog/product"
import { isPublic } from "~/domain/catalog/publication/publication.server"
import { updateRating } from "~/domain/catalog/rating.server"
import { ERASED_NAME } from "~/domain/erased-name"
import { emit } from "~/domain/events/emit.server"
import { newObjectId } from "~/domain/object-id.server"
import type { RateLimitRule } from "~/domain/rate-limits"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, notFound } from "~/domain/shop-error"
import type { ReviewFields } from "./review"

export const reviewLimits = {
  writtenByMember: { name: "review-member", points: 20, minutes: 10 },
  writtenByMemberInADay: { name: "review-member-day", points: 100, minutes: 24 * 60 },
} as const satisfies Record<string, RateLimitRule>

/** Locks the product, to keep its average and count exact; throws `notFound` or `tooMany`. */
export async function leaveReview(
  shop: Shop,
  member: Member,
  review: ReviewFields,
): Promise<Pick<Product, "id" | "name">> {
  await shop.limits.consume(reviewLimits.writtenByMember, member.id)
  await shop.limits.consume(reviewLimits.writtenByMemberInADay, member.id)
  return shop.transaction(async (tx) => {
    const product = await lockProduct(tx, review.productId)
    const now = tx.now()
    const contents = { name: member.name, rating_halves: review.rating * 2, comment: review.comment, updated_at: now }
    const replaced = await tx.db
      .updateTable("reviews")
      .set(contents)
      .where("product_id", "=", review.productId)
      .where("user_id", "=", member.id)
      .where("deleted_at", "is", null)
      .executeTakeFirst()
    if (replaced.numUpdatedRows === 0n) {
      const identity = { id: newObjectId(now), product_id: review.productId, user_id: member.id, created_at: now }
      await tx.db
        .insertInto("reviews")
        .values({ ...identity, ...contents })
        .execute()
    }
    await updateReviewTotals(tx, review.productId)
    return product
  })
}

interface ReviewKey {
  reviewId: string
  /** If given, the review must be this product's. */
  productId?: string
}

export async function softDeleteReview(shop: Shop, staff: Staff<"reviews.moderate">, key: ReviewKey): Promise<void> {
  await setDeleted(shop, staff, key, true)
}

/** @throws ShopError `conflict` if its author has written another one since */
export async function restoreReview(shop: Shop, staff: Staff<"reviews.moderate">, key: ReviewKey): Promise<void> {
  await setDeleted(shop, staff, key, false)
}

async function setDeleted(
  shop: Shop,
  staff: Staff<"reviews.moderate">,
  key: ReviewKey,
  deleted: boolean,
): Promise<void> {
  await shop.transaction(async (tx) => {
    const review = await findReviewRow(tx, key)
    await tx.db
      .selectFrom("products")
      .select("id")
      .where("id", "=", review.product_id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const current = await findReviewRow(tx, key)
    if ((current.deleted_at !== null) === deleted) throw notFound("Review not found")
    if (!deleted) await assertNoOtherReview(tx, current)
    await tx.db
      .updateTable("reviews")
      .set({ deleted_at: deleted ? tx.now() : null })
      .where("id", "=", current.id)
      .execute()
    await updateReviewTotals(tx, current.product_id)
    const auditFields = {
      product: current.product_id,
      name: current.name,
      rating: current.rating_halves / 2,
      comment: current.comment,
    }
    const act = { actor: staff, id: current.id, customerId: current.user_id }
    if (deleted) await emit(tx, "review.deleted", { ...act, before: auditFields })
    else await emit(tx, "review.restored", { ...act, after: auditFields })
  })
}

async function findReviewRow(tx: Tx, { reviewId, productId }: ReviewKey) {
  let query = tx.db.selectFrom("reviews").selectAll().where("id", "=", reviewId)
  if (productId !== undefined) query = query.where("product_id", "=", productId)
  return query.executeTakeFirstOrThrow(() => notFound("Review not found"))
}

async function assertNoOtherReview(tx: Tx, { product_id, user_id }: { product_id: string; user_id: string }) {
  const other = await tx.db
    .selectFrom("reviews")
    .select("id")
    .where("product_id", "=", product_id)
    .where("user_id", "=", user_id)
    .where("deleted_at", "is", null)
    .executeTakeFirst()
  if (other) throw conflict("The author has since written another review of this product")
}

async function lockProduct(tx: Tx, id: string): Promise<Pick<Product, "id" | "name">> {
  return tx.db
    .selectFrom("products")
    .select(["id", "name"])
    .where("id", "=", id)
    .where(isPublic)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound("Product not found"))
}

export async function anonymizeReviews(tx: Tx, userId: string): Promise<void> {
  await tx.db.updateTable("reviews").set({ name: ERASED_NAME }).where("user_id", "=", userId).execute()
}

export async function purgeReviews(shop: Shop, before: Date): Promise<number> {
  const { numDeletedRows } = await shop.db.deleteFrom("reviews").where("deleted_at", "<", before).executeTakeFirst()
  return Number(numDeletedRows)
}

/** The caller must hold the product's lock. */
async function updateReviewTotals(tx: Tx, productId: string): Promise<void> {
  const totals = await tx.db
    .selectFrom("reviews")
    .select((row) => [
      row.fn.countAll<number>().as("numReviews"),
      sql<number>`coalesce(sum(rating_halves), 0)::integer`.as("ratingHalves"),
    ])
    .where("product_id", "=", productId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow()
  await updateRating(tx, productId, totals)
}
