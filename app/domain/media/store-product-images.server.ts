import { invalid, ShopError } from "~/domain/shop-error"
import type { ProductImage } from "./product-images.server"
import { storePicture, type Upload } from "./store-picture.server"

const LONGEST_NAME = 80

/** @throws ShopError as `storePicture` does, for field `images` */
export async function storeProductImages(
  shop: Parameters<typeof storePicture>[0],
  uploads: readonly Upload[],
): Promise<ProductImage[]> {
  const store = (upload: Upload) =>
    storePicture(shop, upload).catch((error) => {
      if (!(error instanceof ShopError) || error.kind !== "invalid") throw error
      const name = uploads.length > 1 && upload instanceof File ? upload.name.slice(0, LONGEST_NAME) : ""
      throw invalid(name ? `“${name}”: ${error.message}` : error.message, "images")
    })
  const pictures = await Promise.all(uploads.map(store))
  return pictures.map(({ id }) => ({ pictureId: id, alt: "" }))
}
