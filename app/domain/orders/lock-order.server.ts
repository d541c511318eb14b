import type { Selectable } from "kysely"
import type { OrdersTable } from "~db/schema"
import { isObjectId } from "../object-id"
import type { Books } from "../shop"
import { notFound } from "../shop-error"

/**
 * Takes the row lock under which an order changes: whoever advances, refunds, cancels or removes it comes one after
 * the other, and sees what the one before did.
 * @throws ShopError `notFound`
 */
export async function lockOrder(books: Books, id: string): Promise<Selectable<OrdersTable>> {
  const row = await lockAnyOrder(books, id)
  if (row.deleted_at !== null) throw notFound("No order found")
  return row
}

/** The same for an order that may have been removed. */
export async function lockAnyOrder(books: Books, id: string): Promise<Selectable<OrdersTable>> {
  if (!isObjectId(id)) throw notFound("No order found")
  const row = await books.db.selectFrom("orders").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()
  if (!row) throw notFound("No order found")
  return row
}

/** What the audit log keeps of an order. */
export function orderFacts(row: Selectable<OrdersTable>) {
  const { status, payment_status, user_name, total_price, refunded_amount, tracking_number } = row
  return {
    status,
    paymentStatus: payment_status,
    customer: user_name,
    total: total_price,
    refunded: refunded_amount,
    trackingNumber: tracking_number,
  }
}
