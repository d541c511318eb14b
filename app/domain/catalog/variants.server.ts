import type { Staff } from "../accounts/actor"
import type { Shop } from "../shop"
import { notFound } from "../shop-error"
import type { ProductOption, Variant } from "./variant"
import { allVariants, toVariant } from "./variant-rows.server"

export interface VariantTable {
  options: ProductOption[]
  /** Also those that are removed */
  variants: Variant[]
}

export async function findVariantTable(
  shop: Shop,
  _staff: Staff<"products.see">,
  productId: string,
): Promise<VariantTable> {
  const row = await shop.db
    .selectFrom("products")
    .select(["name", "options", allVariants.as("variants")])
    .where("id", "=", productId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow(() => notFound("Product not found"))
  const variants = row.variants.map((variant) => toVariant(shop.media.baseUrl, row.name, variant))
  return { options: row.options, variants }
}
