import { sql } from "kysely"
import { chooseOptions, type ProductOption } from "~/domain/catalog/variants/variant"
import type { Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import type { Cart } from "./cart"

interface UnchosenLine {
  productId: string
  options: readonly ProductOption[]
}

/** Replaces the id of a product by that of its only variant; throws `invalid` for field `variant` if it has several. */
export async function chooseOnlyVariants({ db }: Shop, items: Cart, unchosen: readonly UnchosenLine[]): Promise<Cart> {
  const products = unchosen.map((line) => line.productId)
  const rows = await db
    .selectFrom("variants")
    .select(["product_id", sql<string>`min(id)`.as("id")])
    .where("product_id", "in", products)
    .where("removed_at", "is", null)
    .groupBy("product_id")
    .having((row) => row.fn.countAll(), "=", 1)
    .execute()
  const only = new Map(rows.map((row) => [row.product_id, row.id]))
  const several = unchosen.find((line) => !only.has(line.productId))
  if (several) throw invalid(chooseOptions(several.options), "variant")
  return mergeItems(items.map((item) => ({ ...item, variantId: only.get(item.variantId) ?? item.variantId })))
}

export function mergeItems(items: Cart): Cart {
  const merged = new Map<string, number>()
  for (const { variantId, quantity } of items) merged.set(variantId, (merged.get(variantId) ?? 0) + quantity)
  return [...merged].map(([variantId, quantity]) => ({ variantId, quantity }))
}
