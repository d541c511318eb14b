import type { Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { NO_CATEGORY } from "../product-record"

/**
 * Returns the key of a category and locks it against deletion until the transaction ends.
 * @throws ShopError `invalid` for field `category`
 */
export async function lockCategory(tx: Tx, name: string): Promise<string> {
  const row = await tx.db
    .selectFrom("categories")
    .select("key")
    .where("key", "=", tx.categories.current.find(name)?.key ?? "")
    .where("deleted_at", "is", null)
    .forShare()
    .executeTakeFirst()
  if (!row) throw invalid(NO_CATEGORY, "category")
  return row.key
}
