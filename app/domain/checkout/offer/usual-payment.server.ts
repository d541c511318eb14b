import type { Buyer } from "~/domain/accounts/actor"
import { allowsUnpaidOrders, type PaymentMethod } from "~/domain/settings/payment-methods"
import type { Shop } from "~/domain/shop"

/** Returns the way in which the buyer paid last; queries nothing in a shop that takes only cards. */
export async function findUsualPayment(shop: Shop, { id }: Buyer): Promise<PaymentMethod | null> {
  if (!allowsUnpaidOrders(shop.settings.current)) return null
  const last = await shop.db
    .selectFrom("orders")
    .select("payment_method")
    .where("user_id", "=", id)
    .where("total_price", ">", 0)
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst()
  return last?.payment_method ?? null
}
