import { sql } from "kysely"
import type { PictureView } from "../media/picture"
import { picturesOfProducts } from "../media/product-images.server"
import type { Shop } from "../shop"
import { readCatalogVersion } from "./catalog-memory.server"
import { type Category, categories } from "./category"
import { countCategories } from "./listing.server"
import type { ProductSummary } from "./product"
import { everything } from "./product-filter"
import { summaryColumns, withPictures } from "./product-rows.server"

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
  const known = rows.map((row) => row.id)
  const others = rows.length < count ? await newestRows(shop, count - rows.length, known) : []
  return withPictures(shop, [...rows, ...others])
}

/** What came last, in stock. */
export async function newArrivals(shop: Shop, count = 4): Promise<ProductSummary[]> {
  return withPictures(shop, await newestRows(shop, count, []))
}

export interface CategoryTile {
  category: Category
  count: number
  /** Of a well-known product among its newest. */
  picture: PictureView | null
}

/** The six categories with how much each holds and what it looks like. */
export async function categoryTiles(shop: Shop): Promise<CategoryTile[]> {
  const catalog = await readCatalogVersion(shop)
  const [counts, faces] = await Promise.all([countCategories(shop, catalog, everything), readFaces(shop)])
  const pictures = await picturesOfProducts(shop, [...faces.values()], "first")
  return counts.map(({ category, count }) => ({
    category,
    count,
    picture: pictures.get(faces.get(category) ?? "")?.[0] ?? null,
  }))
}

/** Among so many of a category's newest products one will have a picture. */
const NEWEST_LOOKED_AT = 60

async function readFaces(shop: Shop): Promise<Map<string, string>> {
  const found = await sql<{ category: string; id: string }>`
    select category, best.id
    from unnest(${[...categories]}::text[]) category,
    lateral (
      select id from (
        select id, num_reviews from products
        where products.category = category.category and deleted_at is null
        order by created_at desc, id desc limit ${NEWEST_LOOKED_AT}) newest
      where exists (select from product_images where product_id = newest.id)
      order by num_reviews desc, id limit 1) best`.execute(shop.db)
  return new Map(found.rows.map((row) => [row.category, row.id]))
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
