import { sql } from "kysely"
import { notifyOwner } from "~/domain/mail/owner-notifications.server"
import type { Tx } from "~/domain/shop"

/**
 * Tells the owner of products that have just run out, once for each time that they do: nothing is left, and no checkout
 * that is being paid could still give units back. Belongs at the end of the transaction that sold or took the last units,
 * because it locks the products that are empty.
 * @param checkoutId the checkout that is being sold, whose hold counts as sold
 */
export async function notifyOutOfStock(tx: Tx, products: readonly string[], checkoutId?: string): Promise<void> {
  const ids = [...new Set(products)]
  const outOfStock = await tx.db
    .selectFrom("products")
    .select(["id", "name"])
    .where(sql<boolean>`id = any(${ids})`)
    .where("stock", "=", 0)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute()
  // Only after the lock: a sale of the other half of the last units is either seen here, or sees this.
  for (const { id, name } of outOfStock) {
    if (await isHeld(tx, id, checkoutId)) continue
    await notifyOwner(
      tx,
      `sold-out-${id}-${await findLastRestock(tx, id)}`,
      {
        summary: `Out of stock: ${name}`,
        paragraphs: [`The last unit of ${name} has been sold. It stays in the shop as sold out until it is restocked.`],
        action: { label: "Open the product", path: `/admin/product/${id}` },
      },
      [],
    )
  }
}

async function isHeld(tx: Tx, product: string, except = ""): Promise<boolean> {
  const held = await tx.db
    .selectFrom("checkouts")
    .innerJoin("checkout_lines", "checkout_lines.checkout_id", "checkouts.id")
    .select("checkouts.id")
    .where("checkouts.status", "=", "held")
    .where("checkouts.id", "<>", except)
    .where("checkout_lines.product_id", "=", product)
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}

/** The ledger's line with which the product was filled last: what tells one run-out from the next. */
async function findLastRestock(tx: Tx, product: string): Promise<number> {
  const line = await tx.db
    .selectFrom("stock_ledger")
    .select("id")
    .where("product_id", "=", product)
    .where("change", ">", 0)
    .where("reason", "<>", "release")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst()
  return line?.id ?? 0
}
