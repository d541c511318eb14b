import { sql } from "kysely"
import type { ProductEditor } from "~/domain/accounts/actor"
import { updateProductIn } from "~/domain/catalog/editing/update-product.server"
import { toProductFacts } from "~/domain/catalog/product-rows.server"
import { isReduced } from "~/domain/catalog/sale"
import { saveVariantsIn } from "~/domain/catalog/variants/save-variants.server"
import { HAS_VARIANTS } from "~/domain/catalog/variants/variant"
import type { VariantChange } from "~/domain/catalog/variants/variant-changes"
import { liveVariants, type VariantRow } from "~/domain/catalog/variants/variant-rows.server"
import { lockProducts } from "~/domain/inventory/lock-variants.server"
import { inDictionaryOrder } from "~/domain/lists/dictionary-order.server"
import type { Cents } from "~/domain/money/money"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { conflict, notFound } from "~/domain/shop-error"
import { type ProductTableRow, productTableColumns, toProductTable } from "../product-table.server"
import { applyBulkChange, type BulkChange, type BulkResult } from "./bulk-change"
import type { ProductSnapshots } from "./bulk-edit-schema"

export interface BulkPreviewRow extends Partial<BulkResult> {
  product: BulkProduct
  /** The highest price of a product with options; `after` has the lowest. */
  highestAfter?: Cents
  endsSale?: boolean
}

interface BulkProduct extends ProductTableRow {
  /** Variants for the snapshot; empty without options */
  prices: string
}

export async function previewBulkEdit(
  shop: Shop,
  _staff: ProductEditor,
  ids: string[],
  change: BulkChange | null,
): Promise<BulkPreviewRow[]> {
  const rows = await readProducts(shop, ids)
  return rows.map(({ variants, ...row }) => {
    const [product] = toProductTable(shop, [row]) as [ProductTableRow]
    const shown = { ...product, prices: product.hasOptions ? pricesOf(variants) : "" }
    return { product: shown, ...(change && changeProduct(product, variants, change)) }
  })
}

const pricesOf = (variants: readonly VariantRow[]) => variants.map(({ price }) => price).join(" ")

/** Prices change in all variants; the stock of variants cannot be changed here. */
function changeProduct(
  product: Parameters<typeof applyBulkChange>[0] & { hasOptions: boolean },
  variants: readonly VariantRow[],
  change: BulkChange,
): Omit<BulkPreviewRow, "product"> & BulkResult {
  if (product.hasOptions && change.stock) return { after: product, problem: HAS_VARIANTS }
  const results = variants.map((variant) => {
    const { after, problem } = applyBulkChange({ ...product, price: variant.price }, change)
    return { price: after.price, problem, endsSale: !isReduced({ ...variant, price: after.price }) }
  })
  const prices = results.map(({ price }) => price)
  const { after, problem } = applyBulkChange(product, change)
  return {
    after: { ...after, price: Math.min(...prices) },
    highestAfter: Math.max(...prices),
    endsSale: results.some(({ endsSale }) => endsSale),
    problem: results.find(({ problem }) => problem)?.problem ?? problem,
  }
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
    const isSamePrice = product.hasOptions
      ? pricesOf(row.variants) === snapshot.prices
      : product.price === snapshot.price
    if (change.price && !isSamePrice) {
      throw conflict(`The price of ${product.name} has since changed: please check the preview again`)
    }
    if (change.category && product.category !== snapshot.category) {
      throw conflict(`The category of ${product.name} has since changed: please check the preview again`)
    }
    const { after, problem } = changeProduct({ ...product, stock: snapshot.stock }, row.variants, change)
    if (problem) throw conflict(`${product.name}: ${problem}`)
    if (product.hasOptions && change.price) await saveVariantsIn(tx, staff, id, variantChanges(row.variants, change))
    const changes = {
      ...(change.price && !product.hasOptions && { price: after.price }),
      ...(change.category && { category: after.category }),
      ...(change.status && { status: change.status }),
      ...(change.stock && { stock: after.stock, stockSeen: snapshot.stock, stockReason: "Bulk edit" }),
    }
    if (Object.keys(changes).length > 0) await updateProductIn(tx, staff, id, changes)
  }
  return snapshots.length
}

function variantChanges(variants: readonly VariantRow[], { price }: BulkChange): VariantChange[] {
  const alone = { price, stock: null, category: null }
  return variants.map(({ values, price }) => {
    return { values, price: applyBulkChange({ price, stock: 0, category: "" }, alone).after.price }
  })
}

async function readProducts(shop: Queryable, ids: string[]) {
  return shop.db
    .selectFrom("products")
    .select([...productTableColumns, liveVariants.as("variants")])
    .where(sql<boolean>`id = any(${ids})`)
    .where("deleted_at", "is", null)
    .orderBy(inDictionaryOrder(sql`products.name`))
    .execute()
}
