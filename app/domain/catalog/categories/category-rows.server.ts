import { type Selectable, sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import type { Tables } from "~db/schema"
import type { Category } from "./category"

export type CategoryRow = Selectable<Tables["categories"]>

/**
 * Passes the categories that are not deleted, in their order, to the work, under a lock against other writers. The
 * change is visible in this process immediately, in others at their next request.
 */
export async function changeCategories<T>(
  shop: Shop,
  work: (tx: Tx, categories: CategoryRow[]) => Promise<T>,
): Promise<T> {
  const result = await shop.transaction(async (tx) => work(tx, await lockCategories(tx)))
  await shop.categories.renew()
  return result
}

export async function lockCategories({ db }: Tx): Promise<CategoryRow[]> {
  await sql`lock table categories in share row exclusive mode`.execute(db)
  const all = db.selectFrom("categories").selectAll().where("deleted_at", "is", null)
  return all.orderBy("position").orderBy("id").execute()
}

/** @throws ShopError `notFound` */
export function categoryIn<Row extends { id: string }>(categories: readonly Row[], id: string): Row {
  const found = categories.find((category) => category.id === id)
  if (!found) throw notFound("There is no such category")
  return found
}

/** @throws ShopError `notFound` */
export function findCategory({ categories }: Queryable, _staff: Staff<"products.see">, id: string): Category {
  return categoryIn(categories.current.all, id)
}

/** Includes deleted products, which may be restored. */
export async function hasProducts({ db }: Queryable, { key }: Pick<Category, "key">): Promise<boolean> {
  const one = await db.selectFrom("products").select("id").where("category", "=", key).limit(1).executeTakeFirst()
  return one !== undefined
}
