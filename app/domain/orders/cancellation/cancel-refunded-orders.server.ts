import type { Actor } from "~/domain/events/event"
import type { Shop, Tx } from "~/domain/shop"
import { lockOrderEvenDeleted } from "../lock-order.server"
import { isCancellable, statusesWhere } from "../order-status"
import { recordCancellation } from "./cancellation.server"

/** Cancels an order refunded before shipping, once no refund of it can fail; returns whether it did. */
export async function cancelIfRefunded(tx: Tx, orderId: string, actor: Actor | null = null): Promise<boolean> {
  const order = await lockOrderEvenDeleted(tx, orderId)
  const { payment_status, deleted_at, total_price: amount } = order
  if (!isCancellable(order) || payment_status !== "refunded" || deleted_at !== null) return false
  const pendingRefunds = tx.db.selectFrom("refunds").select("id").where("order_id", "=", orderId)
  if (await pendingRefunds.where("status", "=", "requested").executeTakeFirst()) return false
  await recordCancellation(tx, order, { by: "refund", actor, restock: true, amount })
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
    .where((order) =>
      order.not(
        order.exists(
          order
            .selectFrom("refunds")
            .select("refunds.id")
            .whereRef("refunds.order_id", "=", "orders.id")
            .where("refunds.status", "=", "requested"),
        ),
      ),
    )
    .orderBy("id")
    .limit(100)
    .execute()
  for (const { id } of orders) await shop.transaction((tx) => cancelIfRefunded(tx, id))
}
