import type { Selectable } from "kysely"
import type { Cents } from "~/domain/money/money"
import { isObjectId } from "~/domain/object-id"
import type { Tx } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import type { Tables } from "~db/schema"

export type LockedOrder = Selectable<Tables["orders"]>

/** Locks the order row, which every change of an order requires; throws `notFound`. */
export async function lockOrder(tx: Tx, id: string): Promise<LockedOrder> {
  const row = await lockOrderEvenDeleted(tx, id)
  if (row.deleted_at !== null) throw notFound("No order found")
  return row
}

export async function lockOrderEvenDeleted(tx: Tx, id: string): Promise<LockedOrder> {
  if (!isObjectId(id)) throw notFound("No order found")
  const order = tx.db.selectFrom("orders").selectAll().where("id", "=", id).forUpdate()
  return order.executeTakeFirstOrThrow(() => notFound("No order found"))
}

export function leftToRefund(order: Pick<LockedOrder, "total_price" | "refunded_amount">): Cents {
  return order.total_price - order.refunded_amount
}

export function orderAuditEntry(row: LockedOrder) {
  const { status, payment_status, user_name, total_price, refunded_amount, tracking_number, carrier } = row
  return {
    status,
    paymentStatus: payment_status,
    customer: user_name,
    total: total_price,
    refunded: refunded_amount,
    trackingNumber: tracking_number,
    carrier,
  }
}
