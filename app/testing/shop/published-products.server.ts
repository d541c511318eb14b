import { drawingOf } from "~/demo/drawings.server"
import { demoProducts } from "~/demo/products"
import { initialCategories } from "~/domain/catalog/categories/category"
import { insertProduct } from "~/domain/catalog/editing/publish-product.server"
import { replaceProductImages } from "~/domain/media/product-images.server"
import { renderDrawing } from "~/domain/media/store-picture.server"
import type { Shop } from "~/domain/shop"

export interface PublishedProduct {
  id: string
  name: string
  /** Cents */
  price: number
  stock: number
}

/** Publishes the first demo products, from each category in turn, with one picture each. */
export async function publishDemoProducts(shop: Shop, count: number, stock = 20): Promise<PublishedProduct[]> {
  const perCategory = Math.ceil(count / 6)
  const chosen = initialCategories
    .map((category) => demoProducts.filter((product) => product.category === category))
    .flatMap((products) => products.slice(0, perCategory))
    .slice(0, count)
  const shelf: PublishedProduct[] = []
  for (const product of chosen) {
    const picture = await renderDrawing(shop, await drawingOf(product, 0))
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
