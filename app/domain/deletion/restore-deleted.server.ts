import type { Admin } from "~/domain/accounts/user"
import { restoreUser } from "~/domain/accounts/users.server"
import { RESTORE_DAYS } from "~/domain/audit/audit"
import { restoreProduct } from "~/domain/catalog/products.server"
import { DAY } from "~/domain/durations"
import { restoreOrder } from "~/domain/orders/soft-delete-order.server"
import { restoreReview } from "~/domain/reviews/reviews.server"
import type { Shop } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import type { DeletableKind, DeletedRecord } from "./deleted-record"

const tables = { product: "products", order: "orders", user: "users", review: "reviews" } as const

const restoreByKind: Record<DeletableKind, (shop: Shop, admin: Admin, id: string) => Promise<unknown>> = {
  product: restoreProduct,
  order: restoreOrder,
  user: restoreUser,
  review: (shop, admin, reviewId) => restoreReview(shop, admin, { reviewId }),
}

/**
 * Brings back what an administrator deleted, for thirty days.
 * @throws ShopError `notFound`; `conflict` when it is too late, or its place has been taken
 */
export async function restoreDeleted(shop: Shop, admin: Admin, { kind, id }: DeletedRecord): Promise<void> {
  const row = await shop.db.selectFrom(tables[kind]).select("deleted_at").where("id", "=", id).executeTakeFirst()
  const earliest = shop.now().getTime() - RESTORE_DAYS * DAY
  if (row?.deleted_at && row.deleted_at.getTime() < earliest) throw conflict("This can no longer be undone")
  await restoreByKind[kind](shop, admin, id)
}
