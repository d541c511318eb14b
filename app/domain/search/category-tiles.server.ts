import { sql } from "kysely"
import { type Category, categories } from "~/domain/catalog/category"
import type { PictureView } from "~/domain/media/picture"
import { firstPicture, type ProductPicture, viewProductPicture } from "~/domain/media/product-images.server"
import type { Shop } from "~/domain/shop"
import { readCatalogVersion } from "~/domain/versions.server"
import { countCategories } from "./listing.server"
import { emptyFilter } from "./product-filter"

export interface CategoryTile {
  category: Category
  count: number
  picture: PictureView | null
}

export async function categoryTiles(shop: Shop): Promise<CategoryTile[]> {
  const catalog = await readCatalogVersion(shop)
  const [counts, covers] = await Promise.all([
    countCategories(shop, { catalog, filter: emptyFilter, search: null }),
    readCovers(shop),
  ])
  return counts.map(({ category, count }) => {
    const cover = covers.get(category)
    return { category, count, picture: cover ? viewProductPicture(shop, cover) : null }
  })
}

const NEWEST_CONSIDERED = 60

async function readCovers(shop: Shop): Promise<Map<string, ProductPicture>> {
  const found = await sql<{ category: string; cover: ProductPicture }>`
    select category, ${firstPicture} as cover
    from unnest(${[...categories]}::text[]) category,
    lateral (
      select id, name from (
        select id, name, num_reviews from products
        where products.category = category.category and deleted_at is null
        order by created_at desc, id desc limit ${NEWEST_CONSIDERED}) newest
      where exists (select from product_images where product_id = newest.id)
      order by num_reviews desc, id limit 1) products`.execute(shop.db)
  return new Map(found.rows.map((row) => [row.category, row.cover]))
}
