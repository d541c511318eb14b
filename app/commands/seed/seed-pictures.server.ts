import { sql } from "kysely"
import { drawingOf } from "~/demo/drawings.server"
import { demoProducts } from "~/demo/products"
import { renderDrawing } from "~/domain/media/store-picture.server"
import type { Queryable, Shop } from "~/domain/shop"
import { categoriesByKind, type Kind } from "./category-kinds"

export interface SharedPictures {
  /** The key of the category */
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
  const kinds = new Map([...categoriesByKind(shop)].map(([kind, { key }]) => [key, kind]))
  const bare = [...kinds].filter(([key]) => !present.some(({ category }) => category === key))
  return [...present, ...(await Promise.all(bare.map(([key, kind]) => draw(shop, key, kind))))]
}

async function draw(shop: Shop, category: string, kind: Kind): Promise<SharedPictures> {
  const model = demoProducts.find((product) => product.category === kind)
  return { category, ids: model ? [(await renderDrawing(shop, await drawingOf(model, 0))).id] : [] }
}
