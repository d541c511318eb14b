import { sql } from "kysely"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop, Tx } from "~/domain/shop"
import { type PictureView, type StoredPicture, viewPicture } from "./picture"
import { pictureFields } from "./picture-column.server"

export interface ProductImage {
  pictureId: string
  /** An empty text means the product's name. */
  alt: string
}

export async function replaceProductImages(tx: Tx, productId: string, images: ProductImage[]): Promise<void> {
  await tx.db.selectFrom("products").select("id").where("id", "=", productId).forNoKeyUpdate().execute()
  await tx.db.deleteFrom("product_images").where("product_id", "=", productId).execute()
  if (images.length === 0) return
  const rows = images.map(({ pictureId, alt }, position) => ({
    id: newObjectId(tx.now()),
    product_id: productId,
    picture_id: pictureId,
    position,
    alt: alt.trim().slice(0, 300),
  }))
  await tx.db.insertInto("product_images").values(rows).execute()
}

export interface ProductPicture extends StoredPicture {
  alt: string
}

const productPicture = sql`json_build_object(${pictureFields}, 'alt', coalesce(nullif(alt, ''), products.name))`
const fromImages = sql`from product_images join pictures on pictures.id = picture_id where product_id = products.id`

export const firstPicture = sql<ProductPicture | null>`(
  select ${productPicture} ${fromImages} order by position limit 1)`
export const allPictures = sql<ProductPicture[]>`coalesce((
  select json_agg(${productPicture} order by position) ${fromImages}), '[]')`

export function viewProductPicture({ media }: Pick<Shop, "media">, picture: ProductPicture): PictureView {
  return viewPicture(picture, picture.alt, media.baseUrl)
}
