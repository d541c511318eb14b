import type { ProductEditor } from "~/domain/accounts/actor"
import type { Upload } from "~/domain/media/store-picture.server"
import { storeProductImages } from "~/domain/media/store-product-images.server"
import type { Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { findEditedProduct } from "../find-product.server"
import type { ProductChanges } from "../product"
import { applyImageEdits, areCurrentImages, type ExistingImage, MAX_PRODUCT_IMAGES } from "./image-edits"
import { assertNotStale } from "./product-snapshot.server"
import type { ProductSnapshot } from "./product-texts"
import { updateProduct } from "./update-product.server"

interface ProductEdit {
  changes: ProductChanges
  kept: ExistingImage[]
  uploads: readonly Upload[]
  snapshot?: ProductSnapshot
}

/** Refuses a stale edit before it stores any picture. */
export async function editProduct(shop: Shop, admin: ProductEditor, id: string, edit: ProductEdit): Promise<void> {
  const { changes, kept, uploads, snapshot } = edit
  const product = await findEditedProduct(shop, id)
  if (snapshot) await assertNotStale(shop, product, changes, snapshot)
  const staying = applyImageEdits(kept, product)
  if (uploads.length > 0 && staying.length + uploads.length > MAX_PRODUCT_IMAGES) {
    throw invalid(`A product has at most ${MAX_PRODUCT_IMAGES} images: please remove some first`, "images")
  }
  const images = [...staying, ...(await storeProductImages(shop, uploads))]
  const changedImages = areCurrentImages(images, product) ? undefined : images
  await updateProduct(shop, admin, id, changes, { images: changedImages, snapshot })
}
