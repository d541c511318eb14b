import { sql } from "kysely"
import { lockProducts } from "~/domain/inventory/lock-variants.server"
import type { Shop, Tx } from "~/domain/shop"

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

/** @throws PostgreSQL's foreign key violation if a checkout still refers to the product */
export async function purgeProduct(tx: Tx, id: string, before: Date): Promise<boolean> {
  await lockProducts(tx, [id])
  const query = tx.db.deleteFrom("products").where("id", "=", id).where("deleted_at", "<", before)
  return (await query.executeTakeFirst()).numDeletedRows > 0n
}

/** For statements that name the table `products` */
export const isSold = sql<boolean>`(
  exists (select from order_lines where order_lines.product_id = products.id)
  or exists (select from checkout_lines where checkout_lines.product_id = products.id))`

/** Deletes products for good, except those in an order or a checkout; returns the deleted ones. */
export async function deleteUnsoldProducts(tx: Tx, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  await lockProducts(tx, ids)
  const { rows } = await sql<{ id: string; name: string }>`
    delete from products where id = any(${ids}) and not ${isSold} returning id, name`.execute(tx.db)
  return rows
}
