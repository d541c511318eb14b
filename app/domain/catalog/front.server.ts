import { sql } from "kysely"
import { picturesOfProducts } from "../media/product-images.server"
import type { Shop } from "../shop"
import type { ProductSummary } from "./product"
import { summaryColumns, toSummary } from "./product-rows.server"

/** Fewer reviews than this say little about a product. */
const ENOUGH_REVIEWS = 3

/** What the shop's front recommends: best rated with enough reviews, in stock; a young shop fills up with the newest. */
export async function featuredProducts(shop: Shop, count = 8): Promise<ProductSummary[]> {
  const rows = await shop.db
    .selectFrom("products")
    .select(summaryColumns)
    .where("deleted_at", "is", null)
    .where("stock", ">", 0)
    .where("num_reviews", ">=", ENOUGH_REVIEWS)
    .orderBy("rating", "desc")
    .orderBy("num_reviews", "desc")
    .orderBy("id", "desc")
    .limit(count)
    .execute()
  if (rows.length < count)
    rows.push(
      ...(await newestRows(
        shop,
        count - rows.length,
        rows.map((row) => row.id),
      )),
    )
  const pictures = await picturesOfProducts(
    shop,
    rows.map((row) => row.id),
    "first",
  )
  return rows.map((row) => toSummary(row, pictures))
}

/** What came last, in stock. */
export async function newArrivals(shop: Shop, count = 4): Promise<ProductSummary[]> {
  const rows = await newestRows(shop, count, [])
  const pictures = await picturesOfProducts(
    shop,
    rows.map((row) => row.id),
    "first",
  )
  return rows.map((row) => toSummary(row, pictures))
}

function newestRows(shop: Shop, count: number, except: string[]) {
  return shop.db
    .selectFrom("products")
    .select(summaryColumns)
    .where("deleted_at", "is", null)
    .where("stock", ">", 0)
    .where(sql<boolean>`not (id = any(${except}))`)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(count)
    .execute()
}
