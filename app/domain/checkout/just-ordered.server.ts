import type { Member } from "../accounts/user"
import { isObjectId } from "../object-id"
import { findOrder } from "../orders/orders.server"
import type { Shop } from "../shop"

/** An order counts as just placed for so long, in milliseconds. */
const JUST_NOW = 60 * 60_000

/**
 * The order that a member is thanked for: the one that is named, else their newest if it is fresh.
 * @throws ShopError `notFound` for somebody else's
 */
export async function findJustOrdered(shop: Shop, member: Member, named: string | null): Promise<string | null> {
  if (named !== null && isObjectId(named)) return (await findOrder(shop, member, named)).id
  const newest = await shop.db
    .selectFrom("orders")
    .select(["id", "created_at"])
    .where("user_id", "=", member.id)
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst()
  return newest && shop.now().getTime() - newest.created_at.getTime() < JUST_NOW ? newest.id : null
}
