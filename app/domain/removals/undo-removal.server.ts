import type { Admin } from "../accounts/user"
import { restoreUser } from "../accounts/users.server"
import { UNDO_DAYS } from "../audit/audit"
import { restoreProduct } from "../catalog/products.server"
import { restoreOrder } from "../orders/remove-order.server"
import { restoreReview } from "../reviews/reviews.server"
import type { Shop } from "../shop"
import { conflict } from "../shop-error"
import type { Removal, RemovalKind } from "./removal"

const tables = { product: "products", order: "orders", user: "users", review: "reviews" } as const

const verbs: Record<RemovalKind, (shop: Shop, admin: Admin, id: string) => Promise<unknown>> = {
  product: restoreProduct,
  order: restoreOrder,
  user: restoreUser,
  review: (shop, admin, reviewId) => restoreReview(shop, admin, { reviewId }),
}

/**
 * Brings back what an administrator deleted, for thirty days.
 * @throws ShopError `notFound`; `conflict` when it is too late, or its place has been taken
 */
export async function undoRemoval(shop: Shop, admin: Admin, { kind, id }: Removal): Promise<void> {
  const row = await shop.db.selectFrom(tables[kind]).select("deleted_at").where("id", "=", id).executeTakeFirst()
  const last = shop.now().getTime() - UNDO_DAYS * 24 * 60 * 60 * 1000
  if (row?.deleted_at && row.deleted_at.getTime() < last) throw conflict("This can no longer be undone")
  await verbs[kind](shop, admin, id)
}
