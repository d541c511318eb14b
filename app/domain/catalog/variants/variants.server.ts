import type { Staff } from "~/domain/accounts/actor"
import type { PictureView } from "~/domain/media/picture"
import { allPictures, viewProductPicture } from "~/domain/media/product-images.server"
import type { Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import type { ProductOption, Variant } from "./variant"
import { allVariants, toVariant } from "./variant-rows.server"

interface VariantTable {
  name: string
  /** The lowest price in cents */
  price: number
  pictures: PictureView[]
  options: ProductOption[]
  /** Includes removed variants */
  variants: Variant[]
}

export async function findVariantTable(
  shop: Shop,
  _staff: Staff<"products.see">,
  productId: string,
): Promise<VariantTable> {
  const row = await shop.db
    .selectFrom("products")
    .select(["name", "price", "options", allVariants.as("variants"), allPictures.as("pictures")])
    .where("id", "=", productId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow(() => notFound("Product not found"))
  const variants = row.variants.map((variant) => toVariant(shop.media.baseUrl, row.name, variant))
  const pictures = row.pictures.map((picture) => viewProductPicture(shop, picture))
  return { name: row.name, price: row.price, options: row.options, variants, pictures }
}
