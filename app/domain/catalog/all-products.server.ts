import type { Staff } from "../accounts/actor"
import type { Shop } from "../shop"
import type { Product } from "./product"
import { describeProducts, productFactColumns, toProductFacts } from "./product-rows.server"

const AT_ONCE = 1_000

export async function listAllProducts(shop: Shop, _staff: Staff<"products.see">): Promise<Product[]> {
  const rows = await shop.db
    .selectFrom("products")
    .select(productFactColumns)
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute()
  const products: Product[] = []
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE).map(toProductFacts)
    products.push(...(await describeProducts(shop, some)))
  }
  return products
}
