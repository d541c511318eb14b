import type { Staff } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import type { Shop } from "~/domain/shop"
import { conflict, invalid, notFound } from "~/domain/shop-error"
import { MAX_CATEGORIES } from "./category"
import { categoryIn, changeCategories, hasProducts } from "./category-rows.server"
import { MOVED_AT_ONCE, moveProducts } from "./move-products.server"
import { assertNameIsFree, freeSlug } from "./save-category.server"

/**
 * Moves its products to the successor, and redirects its addresses there.
 * @throws ShopError `invalid` for field `successor` if a category with products gets none
 */
export async function softDeleteCategory(
  shop: Shop,
  staff: Staff<"products.edit">,
  id: string,
  successorId: string | null,
): Promise<void> {
  await changeCategories(shop, async (tx, all) => {
    const { key, name } = categoryIn(all, id)
    const successor = all.find((other) => other.id === successorId && other.id !== id) ?? null
    if (successorId !== null && successor === null) throw invalid("Please choose another category", "successor")
    await tx.db
      .updateTable("categories")
      .set({ deleted_at: tx.now(), successor: successor?.key ?? null })
      .where("id", "=", id)
      .execute()
    // Runs after the update, which waits for products that are being published.
    if (successor === null && (await hasProducts(tx, { key })))
      throw invalid(`${name} has products: please choose a category for them`, "successor")
    const after = successor ? { movedTo: successor.name } : {}
    await emit(tx, "category.deleted", { actor: staff, id, before: { name }, after })
  })
  await moveProducts(shop, AbortSignal.timeout(MOVED_AT_ONCE))
}

/**
 * Restores its products as well, unless they were moved again.
 * @throws ShopError `notFound` unless the category is deleted
 */
export async function restoreCategory(shop: Shop, staff: Staff<"products.edit">, id: string): Promise<void> {
  await changeCategories(shop, async (tx, others) => {
    const row = await tx.db.selectFrom("categories").selectAll().where("id", "=", id).executeTakeFirst()
    if (!row?.deleted_at) throw notFound("There is no such category")
    if (others.length >= MAX_CATEGORIES)
      throw conflict(`A shop has at most ${MAX_CATEGORIES} categories: delete another one first`)
    assertNameIsFree(others, row.name)
    await tx.db
      .updateTable("categories")
      .set({ deleted_at: null, successor: null, slug: freeSlug(others, row.name, id) })
      .where("id", "=", id)
      .execute()
    await emit(tx, "category.restored", { actor: staff, id, after: { name: row.name } })
  })
  await moveProducts(shop, AbortSignal.timeout(MOVED_AT_ONCE))
}
