import type { Staff } from "~/domain/accounts/actor"
import { daysOf } from "~/domain/days/shop-days.server"
import type { PictureView } from "~/domain/media/picture"
import { allPictures, viewProductPicture } from "~/domain/media/product-images.server"
import type { Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import type { ProductOption, Variant } from "./variant"
import type { EditedVariant } from "./variant-record"
import { allVariants, toEditedVariant, toVariant } from "./variant-rows.server"

interface VariantTable {
  name: string
  /** The lowest price in cents */
  price: number
  pictures: PictureView[]
  options: ProductOption[]
  /** Includes removed variants */
  variants: (Variant & { edited: EditedVariant })[]
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
  const days = daysOf(shop)
  const variants = row.variants.map((variant) => {
    return { ...toVariant(shop.media.baseUrl, row.name, variant), edited: toEditedVariant(variant, days) }
  })
  const pictures = row.pictures.map((picture) => viewProductPicture(shop, picture))
  return { name: row.name, price: row.price, options: row.options, variants, pictures }
}
