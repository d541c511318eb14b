import type { Member } from "../accounts/user"
import type { Shop } from "../shop"
import { conflict, notFound } from "../shop-error"
import { lockOrder } from "./lock-order.server"
import { mailCancelled } from "./order-mails.server"
import { askForRefund, settleSoon } from "./order-refunds.server"
import { restock, unitsOutside } from "./restock.server"

/**
 * The member takes an order back before it is on its way: what was paid goes back, and so do the units.
 * @throws ShopError `notFound`, also when it is somebody else's; `conflict` once it is shipped
 */
export async function cancelOrder(shop: Shop, member: Member, id: string): Promise<void> {
  const refundId = await shop.transaction(async (books) => {
    const order = await lockOrder(books, id)
    if (order.user_id !== member.id) throw notFound("No order found")
    if (order.status === "Cancelled") throw conflict("This order is cancelled already")
    if (order.status !== "Processing") throw conflict("This order is on its way and can no longer be cancelled")
    await books.db
      .updateTable("orders")
      .set({ status: "Cancelled", cancelled_at: books.now() })
      .where("id", "=", id)
      .execute()
    await restock(books, { orderId: id, returned: await unitsOutside(books, id), actorId: member.id })
    const amount = order.total_price - order.refunded_amount
    await mailCancelled(books, id, amount)
    if (amount === 0) return null
    return askForRefund(books, order, { amount, reason: "Cancelled by the customer", by: member.id })
  })
  if (refundId !== null) await settleSoon(shop, refundId)
}
