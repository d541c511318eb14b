import type { Shop, Tx } from "../shop"

/** The products that were deleted before a moment and that no order has. */
export async function findPurgeableProducts(shop: Shop, before: Date): Promise<{ id: string }[]> {
  return shop.db
    .selectFrom("products")
    .select("id")
    .where("deleted_at", "<", before)
    .where((row) =>
      row.not(
        row.exists(
          row.selectFrom("order_lines").select("order_lines.id").whereRef("order_lines.product_id", "=", "products.id"),
        ),
      ),
    )
    .execute()
}

/**
 * Deletes a product that is still deleted since before a moment. Answers whether it was.
 * @throws the database's foreign key violation when a checkout still has the product
 */
export async function purgeProduct(tx: Tx, id: string, before: Date): Promise<boolean> {
  const query = tx.db.deleteFrom("products").where("id", "=", id).where("deleted_at", "<", before)
  return (await query.executeTakeFirst()).numDeletedRows > 0n
}
