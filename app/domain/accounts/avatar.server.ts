import { storePicture, type Upload } from "../media/store-picture.server"
import type { Shop } from "../shop"
import { atField, ShopError } from "../shop-error"

/**
 * Keeps a picture of somebody and answers its id.
 * @throws ShopError as `storePicture` does, at the field `avatar`
 */
export async function storeAvatar(shop: Shop, upload: Upload): Promise<string> {
  try {
    return (await storePicture(shop, upload)).id
  } catch (error) {
    throw error instanceof ShopError ? atField(error, "avatar") : error
  }
}
