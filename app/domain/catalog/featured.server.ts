import { sql } from "kysely"
import type { Shop } from "~/domain/shop"
import type { ProductSummary } from "./product"
import { productSummaryColumns, withPictures } from "./product-rows.server"

/** Fewer reviews than this say little about a product. */
const MIN_REVIEWS = 3

/** What the shop's front recommends: best rated with enough reviews, in stock; a young shop fills up with the newest. */
export async function featuredProducts(shop: Shop, count = 8): Promise<ProductSummary[]> {
  const rows = await shop.db
    .selectFrom("products")
    .select(productSummaryColumns)
    .where("deleted_at", "is", null)
    .where("stock", ">", 0)
    .where("num_reviews", ">=", MIN_REVIEWS)
    .orderBy("rating", "desc")
    .orderBy("num_reviews", "desc")
    .orderBy("id", "desc")
    .limit(count)
    .execute()
  const featuredIds = rows.map((row) => row.id)
  const others = rows.length < count ? await readNewestRows(shop, count - rows.length, featuredIds) : []
  return withPictures(shop, [...rows, ...others])
}

/** What came last, in stock. */
export async function newArrivals(shop: Shop, count = 4): Promise<ProductSummary[]> {
  return withPictures(shop, await readNewestRows(shop, count, []))
}

function readNewestRows(shop: Shop, count: number, excludedIds: string[]) {
  return shop.db
    .selectFrom("products")
    .select(productSummaryColumns)
    .where("deleted_at", "is", null)
    .where("stock", ">", 0)
    .where(sql<boolean>`not (id = any(${excludedIds}))`)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(count)
    .execute()
}
