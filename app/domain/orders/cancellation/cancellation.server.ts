import type { Selectable } from "kysely"
import { releaseUses } from "~/domain/discounts/uses.server"
import { emit } from "~/domain/events/emit.server"
import type { Actor, Events } from "~/domain/events/event"
import type { Cents } from "~/domain/money/money"
import { requestRefund } from "~/domain/refunds/refunds.server"
import type { Tx } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import type { Tables } from "~db/schema"
import { statusRules } from "../order-status"
import { outstandingUnits, restock, writeOff } from "./restock.server"

interface Cancellation extends Omit<Events["order.cancelled"], "order" | "restocked"> {
  /** Whether outstanding units return to stock; otherwise they are written off. */
  restock: boolean
}

/** The caller holds the order's lock and inserts the refund. */
export async function recordCancellation(
  tx: Tx,
  order: Selectable<Tables["orders"]>,
  { by, actor, restock: returns, amount, reason }: Cancellation,
): Promise<void> {
  await tx.db
    .updateTable("orders")
    .set({ status: "Cancelled", cancelled_at: tx.now(), cancellation_reason: reason ?? null })
    .where("id", "=", order.id)
    .execute()
  await releaseUses(tx, { checkoutId: order.checkout_id, discounts: order.discounts })
  const returned = await outstandingUnits(tx, order.id)
  if (returns) await restock(tx, { orderId: order.id, returned, actorId: actor?.id ?? null })
  else await writeOff(tx, { orderId: order.id, returned })
  const restocked = returns ? returned.reduce((sum, { quantity }) => sum + quantity, 0) : 0
  await emit(tx, "order.cancelled", { order, by, actor, amount, reason, restocked })
}

/** The caller processes the refund after the transaction; its id is null if nothing is left. */
export async function cancelAndRefund(
  tx: Tx,
  order: Selectable<Tables["orders"]>,
  cancellation: Omit<Cancellation, "amount"> & { actor: Actor },
): Promise<{ refundId: string | null; amount: Cents }> {
  const amount = order.total_price - order.refunded_amount
  await recordCancellation(tx, order, { ...cancellation, amount })
  if (amount === 0) return { refundId: null, amount }
  const { reason = "Cancelled by the customer", actor } = cancellation
  return { refundId: await requestRefund(tx, order, { amount, reason, requestedBy: actor.id }), amount }
}

export function assertCancellable({ status }: Pick<Selectable<Tables["orders"]>, "status">): void {
  const { cancelRefusal } = statusRules[status]
  if (cancelRefusal !== null) throw conflict(cancelRefusal)
}
