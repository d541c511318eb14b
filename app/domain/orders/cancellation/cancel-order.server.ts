import type { Buyer } from "~/domain/accounts/actor"
import { tryProcessRefund } from "~/domain/refunds/process-refund.server"
import type { Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import { lockOrder } from "../lock-order.server"
import { assertCancellable, cancelAndRefund } from "./cancellation.server"

export async function cancelOrder(shop: Shop, buyer: Buyer, id: string): Promise<void> {
  const refundId = await shop.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (order.user_id !== buyer.id) throw notFound("No order found")
    assertCancellable(order)
    return (await cancelAndRefund(tx, order, { by: "customer", actor: buyer, restock: true })).refundId
  })
  if (refundId !== null) await tryProcessRefund(shop, refundId)
}
