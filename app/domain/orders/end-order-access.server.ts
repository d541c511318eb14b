import type { Buyer } from "~/domain/accounts/actor"
import { endUserSessions } from "~/domain/accounts/sessions/session-list.server"
import type { Shop } from "../shop"
import { notFound } from "../shop-error"
import { lockOrder } from "./lock-order.server"
import { revokeOrderLinks } from "./order-links.server"

/** Ends every mailed link to a guest's order and the guest's sessions. @throws ShopError `notFound` for a member's order */
export async function endOrderAccess(shop: Shop, buyer: Buyer, orderId: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.user_id !== buyer.id || buyer.kind !== "guest") throw notFound("No order found")
    await revokeOrderLinks(tx, orderId)
    await endUserSessions(tx, buyer.id)
  })
}
