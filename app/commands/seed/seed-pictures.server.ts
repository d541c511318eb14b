import { sql } from "kysely"
import { drawingOf } from "~/demo/drawings.server"
import { demoProducts } from "~/demo/products"
import { initialCategories } from "~/domain/catalog/categories/category"
import { renderDrawing } from "~/domain/media/store-picture.server"
import type { Queryable, Shop } from "~/domain/shop"

export interface SharedPictures {
  category: string
  ids: string[]
}

export async function picturesInUse({ db }: Queryable): Promise<SharedPictures[]> {
  const found = await sql<SharedPictures>`
    select category, array_agg(distinct picture_id::text order by picture_id::text) as ids
    from product_images join products on products.id = product_id
    where position = 0 group by category`.execute(db)
  return found.rows
}

export async function picturesForAll(shop: Shop): Promise<SharedPictures[]> {
  const present = await picturesInUse(shop)
  const withoutPictures = initialCategories.filter((category) => !present.some((shelf) => shelf.category === category))
  return [...present, ...(await Promise.all(withoutPictures.map((category) => draw(shop, category))))]
}

async function draw(shop: Shop, category: string): Promise<SharedPictures> {
  const model = demoProducts.find((product) => product.category === category)
  return { category, ids: model ? [(await renderDrawing(shop, await drawingOf(model, 0))).id] : [] }
}
