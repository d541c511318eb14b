import { findLastEditor } from "~/domain/audit/last-editor.server"
import type { Queryable } from "~/domain/shop"
import { compareFields, StaleEdit } from "~/domain/stale-edit"
import type { Product, ProductChanges } from "./product"
import { type ProductSnapshot, snapshotOf } from "./product-snapshot"

/** The ledger's newest correction of a product's stock, as a form remembers it; empty when there was none. */
export async function findLastCorrection(shop: Queryable, product: string): Promise<string> {
  const line = await shop.db
    .selectFrom("stock_ledger")
    .select("id")
    .where("product_id", "=", product)
    .where("reason", "=", "correction")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst()
  return line ? String(line.id) : ""
}

/**
 * Refuses an edit whose form was opened before somebody else's. Sales are no edit; a corrected stock only matters to an
 * edit that corrects it as well.
 * @throws StaleEdit with what is different
 */
export async function assertNotStale(
  shop: Queryable,
  product: Product,
  { stock, stockSeen }: ProductChanges,
  snapshot: ProductSnapshot,
): Promise<void> {
  const current = snapshotOf(product, await findLastCorrection(shop, product.id))
  const changed = compareFields(snapshot, current)
  const correctsStock = stock !== undefined && stock !== stockSeen
  const fields = changed.flatMap((one) => {
    if (one.field !== "corrected") return [one]
    return correctsStock ? [{ field: "stock", original: String(stockSeen ?? ""), current: String(product.stock) }] : []
  })
  if (fields.length > 0) throw new StaleEdit("product", fields, await findLastEditor(shop, "product", product.id))
}
