import { returnStock } from "../catalog/stock.server"
import { finishPayment } from "./finish-payment.server"
import type { Shop } from "../shop"
import type { Checkout } from "./checkout"
import { lockCheckout } from "./checkouts.server"

export type Release = "released" | "completed" | "pending"

/**
 * Gives a held checkout's units back. Its intent is cancelled at the gateway first, so that nobody can pay for units
 * that are gone; when the payment was quicker the order is finished instead, and while the gateway still works on it
 * the hold stays (`pending`).
 * @throws ShopError `unavailable` when the gateway cannot be asked
 */
export async function releaseCheckout(shop: Shop, checkout: Pick<Checkout, "id" | "paymentIntentId">): Promise<Release> {
  if (checkout.paymentIntentId) {
    const intent = await shop.payments.cancel(checkout.paymentIntentId)
    if (intent.status === "succeeded") {
      await finishPayment(shop, intent.id)
      return "completed"
    }
    if (intent.status !== "canceled") return "pending"
  }
  return shop.transaction(async (books) => {
    const row = await lockCheckout(books, checkout.id)
    if (row.status === "completed") return "completed"
    if (row.status !== "held") return "released"
    // An intent was made meanwhile: the next round cancels it first.
    if (row.payment_intent_id !== checkout.paymentIntentId) return "pending"
    const lines = await books.db
      .selectFrom("checkout_lines")
      .select(["product_id as product", "quantity"])
      .where("checkout_id", "=", row.id)
      .execute()
    await returnStock(books, { checkoutId: row.id, lines, reason: "release" })
    await books.db
      .updateTable("checkouts")
      .set({ status: "released", closed_at: books.now() })
      .where("id", "=", row.id)
      .execute()
    return "released"
  })
}
