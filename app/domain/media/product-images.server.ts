import { sql } from "kysely"
import { preparedStatement } from "~db/prepared-statements.server"
import { newObjectId } from "../object-id.server"
import type { Shop, Tx } from "../shop"
import { type PictureView, viewPicture } from "./picture"
import { pictureColumns, toPicture } from "./picture-row.server"

export interface ProductImage {
  pictureId: string
  /** What the picture shows; empty stands for the product's name. */
  alt: string
}

/** A product's pictures, in this order, in place of all it had. To be called inside a transaction. */
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

/** The first or all pictures of many products at once; a product without any is not in the map. */
export async function picturesOfProducts(
  shop: Pick<Shop, "db" | "media">,
  productIds: readonly string[],
  which: "first" | "all",
): Promise<Map<string, PictureView[]>> {
  if (productIds.length === 0) return new Map()
  let query = shop.db
    .selectFrom("product_images")
    .innerJoin("pictures", "pictures.id", "product_images.picture_id")
    .innerJoin("products", "products.id", "product_images.product_id")
    .select(["product_images.product_id", "product_images.alt", "products.name", ...pictureColumns])
    .modifyFront(preparedStatement)
    .where(sql<boolean>`product_images.product_id = any(${productIds})`)
    .orderBy("product_images.product_id")
    .orderBy("product_images.position")
  if (which === "first") query = query.distinctOn("product_images.product_id")
  const found = new Map<string, PictureView[]>()
  for (const row of await query.execute()) {
    const picture = toPicture(row)
    if (!picture) continue
    const views = found.get(row.product_id) ?? []
    views.push(viewPicture(picture, row.alt || row.name, shop.media.baseUrl))
    found.set(row.product_id, views)
  }
  return found
}
