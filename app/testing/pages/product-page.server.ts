import { productPath } from "~/domain/catalog/product-path"
import type { Shop } from "~/domain/shop"

/** Returns the address of a product's page. */
export async function productPageOf(shop: Shop, id: string): Promise<string> {
  return productPath(
    await shop.db.selectFrom("products").select(["id", "name"]).where("id", "=", id).executeTakeFirstOrThrow(),
  )
}
