import { sql } from "kysely"
import type { Admin } from "../accounts/user"
import type { ProductSummary } from "../catalog/product"
import { summaryColumns, toSummary } from "../catalog/product-rows.server"
import { updateProduct } from "../catalog/products.server"
import { picturesOfProducts } from "../media/product-images.server"
import type { Shop } from "../shop"
import { conflict, notFound } from "../shop-error"
import { type BulkChange, type BulkEffect, effectOf } from "./bulk-change"
import type { SeenProducts } from "./bulk-form"
import { within } from "./within.server"

export interface BulkRow extends Partial<BulkEffect> {
  product: ProductSummary
}

/** The ticked products, and what a change would make of each. */
export async function previewBulk(
  shop: Shop,
  _admin: Admin,
  ids: string[],
  change: BulkChange | null,
): Promise<BulkRow[]> {
  const products = await readProducts(shop, ids)
  const pictures = await picturesOfProducts(shop, ids, "first")
  return products.map((row) => {
    const product = toSummary(row, pictures)
    return { product, ...(change && effectOf(product, change)) }
  })
}

/**
 * Does to the products what the preview showed, to all or to none. Stock is corrected by the difference that was seen,
 * so what was sold since then stays sold.
 * @throws ShopError `conflict` when a price has changed since the preview, or a stock does not allow it any more
 */
export async function editInBulk(shop: Shop, admin: Admin, seen: SeenProducts, change: BulkChange): Promise<number> {
  await shop.transaction(async (books) => {
    const inside = within(shop, books)
    const ids = seen.map(({ id }) => id).sort()
    const rows = await readProducts(inside, ids, true)
    for (const id of ids) {
      const row = rows.find((row) => row.id === id)
      const then = seen.find((product) => product.id === id)
      if (!row || !then) throw notFound("One of these products is no longer there: please tick them again")
      const product = toSummary(row, new Map())
      if (change.price && product.price !== then.price) {
        throw conflict(`The price of ${product.name} was changed meanwhile: please look at the preview again`)
      }
      const { after, problem } = effectOf({ ...product, stock: then.stock }, change)
      if (problem) throw conflict(`${product.name}: ${problem}`)
      await updateProduct(inside, admin, id, {
        ...(change.price && { price: after.price }),
        ...(change.category && { category: after.category }),
        ...(change.stock && { stock: after.stock, stockSeen: then.stock, stockReason: "Bulk edit" }),
      })
    }
  })
  return seen.length
}

/** In the order of their ids when locked, as every writer of stock locks them. */
async function readProducts(shop: Shop, ids: string[], locked = false) {
  const products = shop.db
    .selectFrom("products")
    .select(summaryColumns)
    .where(sql<boolean>`id = any(${ids})`)
    .where("deleted_at", "is", null)
  return locked ? products.orderBy("id").forNoKeyUpdate().execute() : products.orderBy("name").execute()
}
