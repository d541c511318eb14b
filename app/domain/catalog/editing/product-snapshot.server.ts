import { findLastEditor } from "~/domain/audit/last-editor.server"
import type { Queryable } from "~/domain/shop"
import { compareFields, StaleEdit } from "~/domain/validation/stale-edit"
import type { EditedProduct } from "../find-product.server"
import type { ProductChanges } from "../product"
import { type ProductSnapshot, snapshotOf } from "./product-texts"

/** Ignores sales, and ignores stock corrections unless the edit corrects the stock as well. */
export async function assertNotStale(
  shop: Queryable,
  product: EditedProduct,
  { stock, stockSeen }: ProductChanges,
  snapshot: ProductSnapshot,
): Promise<void> {
  const current = snapshotOf(product, product.lastCorrection)
  const changed = compareFields(snapshot, current)
  const correctsStock = stock !== undefined && stock !== stockSeen
  const fields = changed.flatMap((one) => {
    if (one.field !== "corrected") return [one]
    return correctsStock ? [{ field: "stock", original: String(stockSeen ?? ""), current: String(product.stock) }] : []
  })
  if (fields.length > 0) throw new StaleEdit("product", fields, await findLastEditor(shop, "product", product.id))
}
