import type { Staff } from "~/domain/accounts/actor"
import type { Category } from "~/domain/catalog/categories/category"
import type { Shop } from "~/domain/shop"
import { readCatalogVersion } from "~/domain/versions/versions.server"
import { countByCategory } from "./counts.server"
import { emptyFilter } from "./product-filter"

/** Excludes deleted products */
export async function listCategories(
  shop: Shop,
  _staff: Staff<"products.see">,
): Promise<(Category & { count: number })[]> {
  const counts = await countByCategory(shop, await readCatalogVersion(shop), emptyFilter, null)
  return shop.categories.current.all.map((category) => ({ ...category, count: counts[category.key] ?? 0 }))
}
