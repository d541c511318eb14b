import type { Staff } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import type { Shop } from "~/domain/shop"
import { conflict, notFound } from "~/domain/shop-error"
import { lockOrderEvenDeleted, orderAuditEntry } from "./lock-order.server"

/** Removes the order from lists and sums; its payment and stock are unchanged. */
export async function softDeleteOrder(shop: Shop, staff: Staff<"orders.delete">, id: string): Promise<void> {
  await setDeleted(shop, staff, id, true)
}

export async function restoreOrder(shop: Shop, staff: Staff<"orders.delete">, id: string): Promise<void> {
  await setDeleted(shop, staff, id, false)
}

async function setDeleted(shop: Shop, staff: Staff<"orders.delete">, id: string, deleted: boolean): Promise<void> {
  await shop.transaction(async (tx) => {
    const order = await lockOrderEvenDeleted(tx, id)
    if ((order.deleted_at !== null) === deleted) throw notFound("No order found")
    if (deleted && order.payment_status === "awaiting" && order.status === "Processing")
      throw conflict("This order is not paid and keeps its units: cancel it, or mark it as paid, before you delete it")
    await tx.db
      .updateTable("orders")
      .set({ deleted_at: deleted ? tx.now() : null })
      .where("id", "=", id)
      .execute()
    const act = { actor: staff, id, customerId: order.user_id }
    if (deleted) await emit(tx, "order.deleted", { ...act, before: orderAuditEntry(order) })
    else await emit(tx, "order.restored", { ...act, after: orderAuditEntry(order) })
  })
}
