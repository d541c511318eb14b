import type { ProductEditor } from "~/domain/accounts/actor"
import { createCategory } from "~/domain/catalog/categories/save-category.server"
import type { Shop } from "~/domain/shop"
import { ShopError } from "~/domain/shop-error"

/** Makes those that are still missing; a product without its category is refused at its row. */
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
