import type { Selectable } from "kysely"
import type { Cents } from "~/domain/money"
import { requestRefund } from "~/domain/refunds/refunds.server"
import type { Tx } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import type { OrdersTable } from "~db/schema"
import { queueOrderEmail } from "../order-email-queue.server"
import type { CancelledBy } from "../order-emails"
import { statusRules } from "../order-status"
import { outstandingUnits, restock, writeOff } from "./restock.server"

interface Cancellation {
  by: CancelledBy
  /** Whose hand it is; null when the payment service reported it. */
  actorId: string | null
  /** Whether the units that are still outside go back to stock; else they are written off. */
  restock: boolean
  /** What goes back with it, in cents. */
  amount: Cents
  /** For the e-mail to its customer. */
  reason?: string
}

/**
 * Cancels an order that has not been shipped: its status, its units, the email to its customer. The caller holds the
 * order's lock and writes the refund. Answers how many units are back in stock.
 */
export async function recordCancellation(
  tx: Tx,
  order: Pick<Selectable<OrdersTable>, "id">,
  { by, actorId, restock: returns, amount, reason }: Cancellation,
): Promise<number> {
  await tx.db
    .updateTable("orders")
    .set({ status: "Cancelled", cancelled_at: tx.now(), cancellation_reason: reason ?? null })
    .where("id", "=", order.id)
    .execute()
  const returned = await outstandingUnits(tx, order.id)
  if (returns) await restock(tx, { orderId: order.id, returned, actorId })
  else await writeOff(tx, { orderId: order.id, returned })
  await queueOrderEmail(tx, order.id, { kind: "order-cancelled", by, amount, reason })
  return returns ? returned.reduce((sum, { quantity }) => sum + quantity, 0) : 0
}

/**
 * The same, and what is left of its money goes back. Answers the refund that is still to be carried out, null when there
 * is nothing to give back, its amount, and how many units are back in stock.
 */
export async function cancelAndRefund(
  tx: Tx,
  order: Selectable<OrdersTable>,
  cancellation: Omit<Cancellation, "amount" | "actorId"> & { actorId: string },
): Promise<{ refundId: string | null; amount: Cents; restocked: number }> {
  const amount = order.total_price - order.refunded_amount
  const restocked = await recordCancellation(tx, order, { ...cancellation, amount })
  if (amount === 0) return { refundId: null, amount, restocked }
  const { reason = "Cancelled by the customer", actorId: requestedBy } = cancellation
  return { refundId: await requestRefund(tx, order, { amount, reason, requestedBy }), amount, restocked }
}

/** @throws ShopError `conflict` once an order is shipped, delivered or cancelled */
export function assertCancellable({ status }: Pick<Selectable<OrdersTable>, "status">): void {
  const { cancelRefusal } = statusRules[status]
  if (cancelRefusal !== null) throw conflict(cancelRefusal)
}
