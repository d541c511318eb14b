import { sql } from "kysely"
import { emit } from "~/domain/events/emit.server"
import type { Tx } from "~/domain/shop"
import { lineTitleSql } from "./lock-variants.server"

/** Runs last in a transaction, because it locks variants; a variant held by another checkout is not sold out. */
export async function emitSoldOut(tx: Tx, variants: readonly string[], checkoutId?: string): Promise<void> {
  const ids = [...new Set(variants)]
  const outOfStock = await tx.db
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select(["variants.id", "product_id", lineTitleSql.as("name")])
    .where(sql<boolean>`variants.id = any(${ids})`)
    .where("variants.stock", "=", 0)
    .where("removed_at", "is", null)
    .where("deleted_at", "is", null)
    .orderBy("variants.id")
    .forNoKeyUpdate("variants")
    .execute()
  // The read follows the lock, so that of two sales of the last units the later one sees the other.
  for (const { id, product_id: productId, name } of outOfStock) {
    if (await isHeld(tx, id, checkoutId)) continue
    await emit(tx, "product.sold-out", { id, productId, name, lastRestock: await findLastRestock(tx, id) })
  }
}

async function isHeld(tx: Tx, variant: string, except = ""): Promise<boolean> {
  const held = await tx.db
    .selectFrom("checkouts")
    .innerJoin("checkout_lines", "checkout_lines.checkout_id", "checkouts.id")
    .select("checkouts.id")
    .where("checkouts.status", "in", ["held", "processing"])
    .where("checkouts.id", "<>", except)
    .where("checkout_lines.variant_id", "=", variant)
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}

/** Returns the ledger line of the last restock, which distinguishes one sell-out from the next. */
async function findLastRestock(tx: Tx, variant: string): Promise<number> {
  const line = await tx.db
    .selectFrom("stock_ledger")
    .select("id")
    .where("variant_id", "=", variant)
    .where("change", ">", 0)
    .where("reason", "<>", "release")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst()
  return line?.id ?? 0
}
