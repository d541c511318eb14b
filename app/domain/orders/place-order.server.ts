import type { Selectable } from "kysely"
import type { CheckoutsTable } from "~db/schema"
import { newObjectId } from "../object-id.server"
import type { Books } from "../shop"
import { mailConfirmed } from "./order-mails.server"

/**
 * Writes the order of a paid checkout: its lines, prices and address, under the payment intent that paid it, and
 * promises its confirmation by mail. The caller holds the checkout's lock and closes it.
 */
export async function placeOrder(
  books: Books,
  checkout: Selectable<CheckoutsTable>,
  intentId: string,
): Promise<string> {
  const now = books.now()
  const id = newObjectId(now)
  const user = await books.db
    .selectFrom("users")
    .select(["name", "email"])
    .where("id", "=", checkout.user_id)
    .executeTakeFirstOrThrow()
  await books.db
    .insertInto("orders")
    .values({
      id,
      user_id: checkout.user_id,
      user_name: user.name,
      user_email: user.email,
      checkout_id: checkout.id,
      payment_intent_id: intentId,
      payment_status: "succeeded",
      shipping_info: JSON.stringify(checkout.shipping_info),
      item_price: checkout.item_price,
      tax_price: checkout.tax_price,
      shipping_price: checkout.shipping_price,
      total_price: checkout.total_price,
      created_at: now,
    })
    .execute()
  await copyLines(books, checkout.id, id)
  await mailConfirmed(books, id)
  return id
}

async function copyLines(books: Books, checkoutId: string, orderId: string): Promise<void> {
  const lines = await books.db
    .selectFrom("checkout_lines")
    .select(["position", "product_id", "name", "price", "quantity", "picture_id"])
    .where("checkout_id", "=", checkoutId)
    .execute()
  await books.db
    .insertInto("order_lines")
    .values(lines.map((line) => ({ ...line, id: newObjectId(books.now()), order_id: orderId })))
    .execute()
}
