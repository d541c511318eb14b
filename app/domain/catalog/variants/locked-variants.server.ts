import { sql } from "kysely"
import { lockProducts } from "~/domain/inventory/lock-variants.server"
import type { Columns } from "~/domain/records/record"
import type { Tx } from "~/domain/shop"
import { conflict, notFound } from "~/domain/shop-error"
import type { ProductOption } from "./variant"
import { offerRecord } from "./variant-record"
import { allVariants, type VariantRow } from "./variant-rows.server"

export interface LockedTable extends Columns<typeof offerRecord.fields> {
  id: string
  name: string
  options: ProductOption[]
  prior_price: number | null
  pictures: string[]
  /** Includes removed variants */
  variants: VariantRow[]
}

/** Locks a product with all its variants. @throws ShopError `conflict` if one was added in the meantime */
export async function lockVariantTable(tx: Tx, productId: string): Promise<LockedTable> {
  const locked = await lockProducts(tx, [productId])
  const product = await tx.db
    .selectFrom("products")
    .select(["id", "name", "options", ...offerRecord.columns, "prior_price", allVariants.as("variants")])
    .select(
      sql<string[]>`array(select picture_id::text from product_images where product_id = products.id)`.as("pictures"),
    )
    .where("id", "=", productId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow(() => notFound("Product not found"))
  if (product.variants.some(({ id }) => !locked.has(id))) {
    throw conflict("Someone has since changed the versions of this product: please check them again")
  }
  return product
}
