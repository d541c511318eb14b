import { sql } from "kysely"
import type { ProductEditor } from "~/domain/accounts/actor"
import { toProductFacts } from "~/domain/catalog/product-rows.server"
import { updateProductIn } from "~/domain/catalog/products.server"
import { HAS_VERSIONS } from "~/domain/catalog/variants/variant"
import { lockProducts } from "~/domain/inventory/lock-variants.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { conflict, notFound } from "~/domain/shop-error"
import { applyBulkChange, type BulkChange, type BulkResult } from "./bulk-change"
import type { ProductSnapshots } from "./bulk-edit-schema"
import { type InventoryProduct, inventoryColumns, toInventory } from "./product-table.server"

export interface BulkPreviewRow extends Partial<BulkResult> {
  product: InventoryProduct
}

export async function previewBulkEdit(
  shop: Shop,
  _staff: ProductEditor,
  ids: string[],
  change: BulkChange | null,
): Promise<BulkPreviewRow[]> {
  const products = toInventory(shop, await readProducts(shop, ids))
  return products.map((product) => ({ product, ...(change && changeProduct(product, change)) }))
}

/** A product with several versions has no price or stock of its own. */
function changeProduct(product: Parameters<typeof applyBulkChange>[0] & { hasOptions: boolean }, change: BulkChange) {
  const result = applyBulkChange(product, change)
  return product.hasOptions && (change.price || change.stock) ? { after: product, problem: HAS_VERSIONS } : result
}

/** @throws ShopError `conflict` if a price or category has changed since, or the stock no longer allows it */
export async function applyBulkEdit(
  tx: Tx,
  staff: ProductEditor,
  snapshots: ProductSnapshots,
  change: BulkChange,
): Promise<number> {
  const ids = snapshots.map(({ id }) => id).sort()
  await lockProducts(tx, ids)
  const rows = await readProducts(tx, ids)
  for (const id of ids) {
    const row = rows.find((row) => row.id === id)
    const snapshot = snapshots.find((product) => product.id === id)
    if (!row || !snapshot) throw notFound("One of these products no longer exists: please select the products again")
    const product = toProductFacts(row)
    if (change.price && product.price !== snapshot.price) {
      throw conflict(`The price of ${product.name} has changed in the meantime: please check the preview again`)
    }
    if (change.category && product.category !== snapshot.category) {
      throw conflict(`The category of ${product.name} has changed in the meantime: please check the preview again`)
    }
    const { after, problem } = changeProduct({ ...product, stock: snapshot.stock }, change)
    if (problem) throw conflict(`${product.name}: ${problem}`)
    await updateProductIn(tx, staff, id, {
      ...(change.price && { price: after.price }),
      ...(change.category && { category: after.category }),
      ...(change.status && { status: change.status }),
      ...(change.stock && { stock: after.stock, stockSeen: snapshot.stock, stockReason: "Bulk edit" }),
    })
  }
  return snapshots.length
}

async function readProducts(shop: Queryable, ids: string[]) {
  return shop.db
    .selectFrom("products")
    .select(inventoryColumns)
    .where(sql<boolean>`id = any(${ids})`)
    .where("deleted_at", "is", null)
    .orderBy("name")
    .execute()
}
