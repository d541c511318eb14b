import { randomBytes } from "node:crypto"
import { drawingOf } from "~/demo/drawings.server"
import { demoProducts } from "~/demo/products"
import { initialCategories } from "~/domain/catalog/categories/category"
import { insertProduct } from "~/domain/catalog/editing/publish-product.server"
import { newPictureKey, pictureFormats, type StoredPicture, variantName } from "~/domain/media/picture"
import { replaceProductImages } from "~/domain/media/product-images.server"
import { renderDrawing } from "~/domain/media/store-picture.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop } from "~/domain/shop"

export interface PublishedProduct {
  id: string
  name: string
  /** Cents */
  price: number
  stock: number
}

/** Publishes the first demo products, from each category in turn, with a picture each: copies of the first one's. */
export async function publishDemoProducts(shop: Shop, count: number, stock = 20): Promise<PublishedProduct[]> {
  const perCategory = Math.ceil(count / 6)
  const chosen = initialCategories
    .map((category) => demoProducts.filter((product) => product.category === category))
    .flatMap((products) => products.slice(0, perCategory))
    .slice(0, count)
  const shelf: PublishedProduct[] = []
  let drawn: StoredPicture | undefined
  for (const product of chosen) {
    const picture = drawn ? await copyPicture(shop, drawn) : await renderDrawing(shop, await drawingOf(product, 0))
    drawn ??= picture
    const { name, desc, category, price } = product
    const id = await shop.transaction(async (tx) => {
      const id = await insertProduct(tx, { name, desc, category, price, stock })
      await replaceProductImages(tx, id, [{ pictureId: picture.id, alt: product.alt[0] ?? name }])
      return id
    })
    shelf.push({ id, name, price, stock })
  }
  return shelf
}

/** Stores a picture again under another name, which saves half a second of encoding. */
async function copyPicture({ db, media, now }: Shop, picture: StoredPicture): Promise<StoredPicture> {
  const copy = { ...picture, id: newObjectId(now()), key: newPictureKey(now(), randomBytes(12)) }
  const variants = pictureFormats.flatMap((format) => picture.widths.map((width) => ({ ...format, width })))
  for (const { width, extension, type } of variants) {
    const bytes = await media.get(variantName(picture.key, width, extension))
    if (bytes) await media.put(variantName(copy.key, width, extension), bytes, type)
  }
  await db
    .insertInto("pictures")
    .values({ ...copy, created_at: now() })
    .execute()
  return copy
}
