import type { Buyer, Staff } from "~/domain/accounts/actor"
import { endUserSessions } from "~/domain/accounts/sessions/session-list.server"
import { emit } from "~/domain/events/emit.server"
import type { Shop, Tx } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import { lockOrder } from "./lock-order.server"
import { revokeOrderLinks } from "./order-links.server"

/** Ends every mailed link to a guest's order and the guest's sessions. @throws ShopError `notFound` for a member's order */
export async function endOrderAccess(shop: Shop, buyer: Buyer, orderId: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.user_id !== buyer.id || buyer.kind !== "guest") throw notFound("No order found")
    await endAccess(tx, orderId, buyer.id)
  })
}

/** Does the same for staff. @throws ShopError `notFound` for a member's order */
export async function endGuestAccess(shop: Shop, staff: Staff<"orders.ship">, orderId: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const { user_id } = await lockOrder(tx, orderId)
    const guest = tx.db.selectFrom("users").select("id").where("id", "=", user_id).where("is_guest", "=", true)
    const { id } = await guest.executeTakeFirstOrThrow(() => notFound("No order found"))
    await endAccess(tx, orderId, id)
    await emit(tx, "order.access-ended", { actor: staff, id: orderId })
  })
}

async function endAccess(tx: Tx, orderId: string, guestId: string): Promise<void> {
  await revokeOrderLinks(tx, orderId)
  await endUserSessions(tx, guestId)
}
