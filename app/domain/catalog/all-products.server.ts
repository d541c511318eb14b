import type { Staff } from "~/domain/accounts/actor"
import type { Shop } from "~/domain/shop"
import type { Product } from "./product"
import { describeProducts, productFactColumns, toProductFacts } from "./product-rows.server"
import type { ProductState } from "./publication/publication"
import { productState } from "./publication/publication.server"

const AT_ONCE = 1_000

type ManagedProduct = Product & { state: ProductState }

export async function listAllProducts(shop: Shop, _staff: Staff<"products.see">): Promise<ManagedProduct[]> {
  const rows = await shop.db
    .selectFrom("products")
    .select([...productFactColumns, productState.as("state")])
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute()
  const products: ManagedProduct[] = []
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE).map((row) => ({ ...toProductFacts(row), state: row.state }))
    products.push(...(await describeProducts(shop, some)))
  }
  return products
}
