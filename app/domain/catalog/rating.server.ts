import type { Tx } from "../shop"

/** Keeps how many reviews a product has and what they add up to, in half stars; the caller holds the product's lock. */
export async function updateRating(
  tx: Tx,
  productId: string,
  { numReviews, ratingHalves }: { numReviews: number; ratingHalves: number },
): Promise<void> {
  await tx.db
    .updateTable("products")
    .set({ num_reviews: numReviews, rating_halves: ratingHalves })
    .where("id", "=", productId)
    .execute()
}
