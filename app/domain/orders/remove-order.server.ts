import type { Admin } from "../accounts/user"
import { recordAudit } from "../audit/audit-log.server"
import type { Shop } from "../shop"
import { notFound } from "../shop-error"
import { lockAnyOrder, orderFacts } from "./lock-order.server"

/**
 * Takes an order out of every list and sum; `restoreOrder` brings it back. Its payment and its stock stay as they are.
 * @throws ShopError `notFound`
 */
export async function removeOrder(shop: Shop, admin: Admin, id: string): Promise<void> {
  await markRemoved(shop, admin, id, true)
}

/** @throws ShopError `notFound` when there is no removed order of this id */
export async function restoreOrder(shop: Shop, admin: Admin, id: string): Promise<void> {
  await markRemoved(shop, admin, id, false)
}

async function markRemoved(shop: Shop, admin: Admin, id: string, removed: boolean): Promise<void> {
  await shop.transaction(async (books) => {
    const order = await lockAnyOrder(books, id)
    if ((order.deleted_at !== null) === removed) throw notFound("No order found")
    await books.db
      .updateTable("orders")
      .set({ deleted_at: removed ? books.now() : null })
      .where("id", "=", id)
      .execute()
    await recordAudit(books, admin, {
      action: removed ? "order.remove" : "order.restore",
      subjectKind: "order",
      subjectId: id,
      before: removed ? orderFacts(order) : null,
      after: removed ? null : orderFacts(order),
    })
  })
}
