import { requireStaff, type Staff } from "~/domain/accounts/actor"
import { RESTORE_DAYS } from "~/domain/audit/audit"
import { restoreCategory } from "~/domain/catalog/categories/delete-category.server"
import { restoreProduct } from "~/domain/catalog/editing/delete-product.server"
import { DAY } from "~/domain/durations"
import { restoreOrder } from "~/domain/orders/soft-delete-order.server"
import { restoreReview } from "~/domain/reviews/reviews.server"
import type { Shop } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import { restoreUser } from "~/domain/staff/users/users.server"
import type { DeletableKind, DeletedRecord } from "./deleted-record"

const tables = {
  product: "products",
  category: "categories",
  order: "orders",
  user: "users",
  review: "reviews",
} as const

const restoreByKind: Record<DeletableKind, (shop: Shop, staff: Staff<never>, id: string) => Promise<unknown>> = {
  product: (shop, staff, id) => restoreProduct(shop, requireStaff(staff, ["products.edit"]), id),
  category: (shop, staff, id) => restoreCategory(shop, requireStaff(staff, ["products.edit"]), id),
  order: (shop, staff, id) => restoreOrder(shop, requireStaff(staff, ["orders.delete"]), id),
  user: (shop, staff, id) => restoreUser(shop, requireStaff(staff, ["customers.delete"]), id),
  review: (shop, staff, reviewId) => restoreReview(shop, requireStaff(staff, ["reviews.moderate"]), { reviewId }),
}

/** Requires the permission that the deletion required; throws `conflict` after thirty days. */
export async function restoreDeleted(shop: Shop, staff: Staff<never>, { kind, id }: DeletedRecord): Promise<void> {
  const row = await shop.db.selectFrom(tables[kind]).select("deleted_at").where("id", "=", id).executeTakeFirst()
  const earliest = shop.now().getTime() - RESTORE_DAYS * DAY
  if (row?.deleted_at && row.deleted_at.getTime() < earliest) throw conflict("This can no longer be undone")
  await restoreByKind[kind](shop, staff, id)
}
