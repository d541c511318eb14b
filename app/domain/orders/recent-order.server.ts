import type { Buyer } from "~/domain/accounts/actor"
import { HOUR } from "~/domain/durations"
import { isObjectId } from "~/domain/object-id"
import type { Shop } from "~/domain/shop"
import type { Order } from "./order"
import { findOrder } from "./orders.server"

const RECENT = HOUR

/** Returns the named order, or the newest if it is recent; throws `notFound` for another buyer's. */
export async function findRecentOrder(
  shop: Shop,
  buyer: Buyer,
  orderId: string | null,
): Promise<Pick<Order, "id" | "number"> | null> {
  if (orderId !== null && isObjectId(orderId)) return findOrder(shop, buyer, orderId)
  const newest = await shop.db
    .selectFrom("orders")
    .select(["id", "number", "created_at"])
    .where("user_id", "=", buyer.id)
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst()
  return newest && shop.now().getTime() - newest.created_at.getTime() < RECENT ? newest : null
}
