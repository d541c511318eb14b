import type { Admin } from "../accounts/user"
import type { Upload } from "../media/store-picture.server"
import { storeProductImages } from "../media/store-product-images.server"
import type { Shop } from "../shop"
import { applyImageEdits, type ExistingImage } from "./image-edits"
import type { ProductChanges } from "./product"
import type { ProductSnapshot } from "./product-snapshot"
import { assertNotStale } from "./product-snapshot.server"
import { findProduct, updateProduct } from "./products.server"

interface ProductEdit {
  changes: ProductChanges
  /** The pictures that the form listed. */
  kept: ExistingImage[]
  /** New pictures, which replace all others. */
  uploads: readonly Upload[]
  seen?: ProductSnapshot
}

/**
 * Changes a product as its form says, pictures included. An edit that comes too late is refused before any picture is
 * stored.
 * @throws ShopError as `updateProduct`, `storeProductImages` and `applyImageEdits` do
 */
export async function editProduct(shop: Shop, admin: Admin, id: string, edit: ProductEdit): Promise<void> {
  const { changes, kept, uploads, seen } = edit
  const product = await findProduct(shop, id)
  if (seen) await assertNotStale(shop, product, changes, seen)
  const images = uploads.length > 0 ? await storeProductImages(shop, uploads) : applyImageEdits(kept, product)
  await updateProduct(shop, admin, id, changes, { images, seen })
}
