import { sql } from "kysely"
import { emit } from "~/domain/events/emit.server"
import type { Tx } from "~/domain/shop"

/** Runs last in a transaction, because it locks products; one that another checkout holds is not sold out. */
export async function emitSoldOut(tx: Tx, products: readonly string[], checkoutId?: string): Promise<void> {
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
  // Read after the lock, so that of two sales of the last units the later one sees the other.
  for (const { id, name } of outOfStock) {
    if (await isHeld(tx, id, checkoutId)) continue
    await emit(tx, "product.sold-out", { id, name, lastRestock: await findLastRestock(tx, id) })
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

/** Returns the ledger line of the last restock, which distinguishes one sell-out from the next. */
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
