import { sql } from "kysely"
import type { Buyer } from "~/domain/accounts/actor"
import { HOUR } from "~/domain/durations"
import { isObjectId } from "~/domain/object-id"
import type { Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import type { Order } from "./order"

const RECENT = HOUR

/** Returns the named order, or the newest if it is recent; throws `notFound` for another buyer's. */
export async function findRecentOrder(
  shop: Shop,
  buyer: Buyer,
  orderId: string | null,
): Promise<(Pick<Order, "id" | "number"> & { isAwaiting: boolean }) | null> {
  const own = shop.db
    .selectFrom("orders")
    .select(["id", "number", "created_at"])
    .select(sql<boolean>`payment_status = 'awaiting'`.as("isAwaiting"))
    .where("user_id", "=", buyer.id)
    .where("deleted_at", "is", null)
  if (orderId !== null && isObjectId(orderId))
    return own.where("id", "=", orderId).executeTakeFirstOrThrow(() => notFound("No order found"))
  const newest = await own.orderBy("created_at", "desc").limit(1).executeTakeFirst()
  return newest && shop.now().getTime() - newest.created_at.getTime() < RECENT ? newest : null
}
