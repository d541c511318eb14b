import type { Selectable } from "kysely"
import type { ProductEditor } from "~/domain/accounts/actor"
import { createCategory } from "~/domain/catalog/categories/save-category.server"
import { attemptStep } from "~/domain/imports/attempt-step.server"
import type { Shop } from "~/domain/shop"
import { ShopError } from "~/domain/shop-error"
import type { Tables } from "~db/schema"

/** Creates missing categories; failures are reported later in the rows of the products. */
export async function makeCategories(
  shop: Shop,
  { id: importId, new_categories: names }: Pick<Selectable<Tables["product_imports"]>, "id" | "new_categories">,
  staff: () => ProductEditor,
  signal?: AbortSignal,
): Promise<void> {
  for (const [place, name] of names.entries()) {
    const step = {
      table: "product_imports" as const,
      importId,
      name: `category ${place + 1}`,
      giveUp: async () => {},
      signal,
    }
    await attemptStep(shop, step, () => makeCategory(shop, staff, name))
  }
}

async function makeCategory(shop: Shop, staff: () => ProductEditor, name: string): Promise<void> {
  if (shop.categories.current.find(name)) return
  try {
    await createCategory(shop, staff(), { name, body: "" })
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    shop.log.warn({ err: error, category: name }, "an import could not create a category")
  }
}
