import type { ProductEditor } from "~/domain/accounts/actor"
import { createCategory } from "~/domain/catalog/categories/save-category.server"
import type { Shop } from "~/domain/shop"
import { ShopError } from "~/domain/shop-error"

/** Makes the missing ones; a failure is reported at the products' rows later. */
export async function makeCategories(shop: Shop, staff: () => ProductEditor, names: readonly string[]): Promise<void> {
  for (const name of names) {
    if (shop.categories.current.find(name)) continue
    try {
      await createCategory(shop, staff(), { name, body: "" })
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      shop.log.warn({ err: error, category: name }, "an import could not make a category")
    }
  }
}
