import { sql } from "kysely"
import { isPublic } from "~/domain/catalog/publication/publication.server"
import { type PictureView, viewPicture } from "~/domain/media/picture"
import { firstPicture, type ProductPicture, viewProductPicture } from "~/domain/media/product-images.server"
import type { Shop } from "~/domain/shop"
import { readCatalogVersion } from "~/domain/versions/versions.server"
import { countCategories } from "./listing.server"
import { emptyFilter } from "./product-filter"

export interface CategoryTile {
  /** The category's name */
  category: string
  count: number
  picture: PictureView | null
}

export async function categoryTiles(shop: Shop): Promise<CategoryTile[]> {
  const catalog = await readCatalogVersion(shop)
  const [counts, covers] = await Promise.all([
    countCategories(shop, { catalog, filter: emptyFilter, search: null }),
    readCovers(shop),
  ])
  return counts.flatMap(({ category: name, count }) => {
    const category = shop.categories.current.find(name)
    if (!category) return []
    const { key, picture } = category
    if (picture) return { category: name, count, picture: viewPicture(picture, "", shop.media.baseUrl) }
    const cover = covers.get(key)
    return { category: name, count, picture: cover ? viewProductPicture(shop, cover) : null }
  })
}

const NEWEST_CONSIDERED = 60

/** The first pictures of products, by the keys of categories without a picture */
async function readCovers(shop: Shop): Promise<Map<string, ProductPicture>> {
  const withoutOwn = shop.categories.current.all.filter(({ picture }) => picture === null)
  if (withoutOwn.length === 0) return new Map()
  const found = await sql<{ category: string; cover: ProductPicture }>`
    select category, ${firstPicture} as cover
    from unnest(${withoutOwn.map(({ key }) => key)}::text[]) category,
    lateral (
      select id, name from (
        select id, name, num_reviews from products
        where products.category = category.category and ${isPublic}
        order by created_at desc, id desc limit ${NEWEST_CONSIDERED}) newest
      where exists (select from product_images where product_id = newest.id)
      order by num_reviews desc, id limit 1) products`.execute(shop.db)
  return new Map(found.rows.map((row) => [row.category, row.cover]))
}
