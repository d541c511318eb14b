import { emit } from "~/domain/events/emit.server"
import type { Shop } from "~/domain/shop"

/** Safe to repeat: each refund has one e-mail. */
export async function reportRefund(shop: Shop, refundId: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const refund = await tx.db.selectFrom("refunds").selectAll().where("id", "=", refundId).executeTakeFirst()
    if (!refund?.order_id || refund.status === "failed") return
    const order = tx.db.selectFrom("orders").selectAll().where("id", "=", refund.order_id)
    await emit(tx, "order.refunded", { order: await order.executeTakeFirstOrThrow(), refund })
  })
}
