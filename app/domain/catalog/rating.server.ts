import type { Tx } from "~/domain/shop"

/** The caller must hold the product's lock. */
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
