import { atField, ShopError } from "~/domain/shop-error"
import type { ProductImage } from "./product-images.server"
import { storePicture, type Upload } from "./store-picture.server"

/**
 * Keeps a product's pictures, in their order.
 * @throws ShopError as `storePicture` does, a picture that cannot be used at the field `images`
 */
export async function storeProductImages(
  shop: Parameters<typeof storePicture>[0],
  uploads: readonly Upload[],
): Promise<ProductImage[]> {
  const pictures = await Promise.all(uploads.map((upload) => storePicture(shop, upload))).catch((error) => {
    throw error instanceof ShopError && error.kind === "invalid" ? atField(error, "images") : error
  })
  return pictures.map(({ id }) => ({ pictureId: id, alt: "" }))
}
