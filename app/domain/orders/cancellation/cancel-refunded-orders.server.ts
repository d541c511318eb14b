import type { Actor } from "~/domain/events/event"
import type { Shop, Tx } from "~/domain/shop"
import { isCancellable, statusesWhere } from "../order-status"
import { cancelSale } from "./cancel-sale.server"
import { lockSale, type Sale } from "./sale.server"

/** Cancels an order refunded before shipping, once no refund of it can fail; returns whether it did. */
export async function cancelIfRefunded(tx: Tx, sale: Sale, actor: Actor | null = null): Promise<boolean> {
  const { payment_status, deleted_at } = sale.order
  if (!isCancellable(sale.order) || payment_status !== "refunded" || deleted_at !== null) return false
  if (sale.hasPendingRefund) return false
  await cancelSale(tx, sale, { by: "refund", actor, restock: true })
  return true
}

const cancellable = statusesWhere(({ cancelRefusal }) => cancelRefusal === null)

export async function cancelRefundedOrders(shop: Shop): Promise<void> {
  const orders = await shop.db
    .selectFrom("orders")
    .select("id")
    .where("status", "in", cancellable)
    .where("payment_status", "=", "refunded")
    .where("deleted_at", "is", null)
    .where(({ not, exists, selectFrom }) => {
      const pending = selectFrom("refunds").select("refunds.id").where("refunds.status", "=", "requested")
      return not(exists(pending.whereRef("refunds.order_id", "=", "orders.id").where("payout", "is", null)))
    })
    .orderBy("id")
    .limit(100)
    .execute()
  for (const { id } of orders)
    await shop.transaction(async (tx) => cancelIfRefunded(tx, await lockSale(tx, id, { evenDeleted: true })))
}
