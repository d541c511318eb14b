import { sql } from "kysely"
import { findLastEditor } from "~/domain/audit/last-editor.server"
import type { Queryable } from "~/domain/shop"
import { compareFields, StaleEdit } from "~/domain/validation/stale-edit"
import type { EditableProduct, ProductChanges } from "../product"
import { type ProductSnapshot, snapshotOf } from "./product-texts"

/** `lastCorrection` is the id of the ledger's newest correction; empty if there is none. */
export interface EditedProduct extends EditableProduct {
  lastCorrection: string
}

export const lastCorrection = sql<string>`coalesce((
  select id::text from stock_ledger where variant_id = products.id and reason = 'correction' order by id desc limit 1), '')`.as(
  "last_correction",
)

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
