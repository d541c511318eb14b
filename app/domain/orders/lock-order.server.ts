import type { Selectable } from "kysely"
import type { OrdersTable } from "~db/schema"
import { isObjectId } from "../object-id"
import type { Tx } from "../shop"
import { notFound } from "../shop-error"

/**
 * Takes the row lock under which an order changes: those who advance, refund, cancel or remove it come one after
 * the other, and each sees what the one before did.
 * @throws ShopError `notFound`
 */
export async function lockOrder(tx: Tx, id: string): Promise<Selectable<OrdersTable>> {
  const row = await lockOrderEvenDeleted(tx, id)
  if (row.deleted_at !== null) throw notFound("No order found")
  return row
}

/** The same for an order that may have been removed. */
export async function lockOrderEvenDeleted(tx: Tx, id: string): Promise<Selectable<OrdersTable>> {
  if (!isObjectId(id)) throw notFound("No order found")
  const order = tx.db.selectFrom("orders").selectAll().where("id", "=", id).forUpdate()
  return order.executeTakeFirstOrThrow(() => notFound("No order found"))
}

/** What the audit log keeps of an order. */
export function orderAuditEntry(row: Selectable<OrdersTable>) {
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
