import { emit } from "~/domain/events/emit.server"
import type { Actor } from "~/domain/events/event"
import type { Tx } from "~/domain/shop"
import { conflict, notFound } from "~/domain/shop-error"
import { type LockedOrder, lockOrder } from "../lock-order.server"
import { longerDueOf } from "./receive-payment.server"
import { readMissing } from "./received-payments.server"

/**
 * Locks the order, which awaits payment again if money is missing.
 * @throws ShopError `conflict` if it was undone before, or if the order has since been sent, refunded or cancelled
 */
export async function undoReceivedPayment(tx: Tx, { id, actor }: { id: string; actor: Actor }): Promise<void> {
  const found = tx.db.selectFrom("received_payments").select("order_id").where("id", "=", id)
  const { order_id: orderId } = await found.executeTakeFirstOrThrow(() => notFound("No payment found"))
  const order = await lockOrder(tx, orderId)
  assertUndoable(order)
  const undone = await tx.db
    .updateTable("received_payments")
    .set({ undone_at: tx.now(), undone_by: actor.id })
    .where("id", "=", id)
    .where("undone_at", "is", null)
    .returning("amount")
    .executeTakeFirst()
  if (!undone) throw conflict("This payment has already been undone")
  const unpaid = {
    payment_status: "awaiting" as const,
    paid_at: null,
    ...longerDueOf(tx, order),
    payment_reminded_at: null,
  }
  await tx.db.updateTable("orders").set(unpaid).where("id", "=", orderId).execute()
  await emit(tx, "order.payment-undone", {
    actor,
    id: orderId,
    order: { ...order, ...unpaid },
    missing: await readMissing(tx, order),
    before: { amount: undone.amount },
  })
}

function assertUndoable({ status, payment_method, refunded_amount }: LockedOrder): void {
  if (status === "Cancelled") throw conflict("This order has since been cancelled, so its payment cannot be undone")
  if (refunded_amount > 0) throw conflict("This order has since been refunded, so its payment cannot be undone")
  if (payment_method === "transfer" && status !== "Processing")
    throw conflict("This order has since been sent, so its payment cannot be undone")
}
