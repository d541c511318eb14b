import { emit } from "~/domain/events/emit.server"
import type { Actor } from "~/domain/events/event"
import type { Cents } from "~/domain/money/money"
import { newObjectId } from "~/domain/object-id.server"
import { transferDueAt } from "~/domain/settings/payment-methods.server"
import type { Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { type LockedOrder, lockOrderEvenDeleted } from "../lock-order.server"
import { readMissing } from "./received-payments.server"

export interface IncomingPayment {
  orderId: string
  amount: Cents
  receivedAt: Date
  /** Null if no person recorded it */
  recordedBy: Actor | null
  bankLineId: string | null
}

/** `over`: paid, and more than the total; `cancelled` and `already-paid`: nothing was recorded. */
export interface PaymentReceipt {
  kind: "paid" | "part" | "over" | "cancelled" | "already-paid"
  /** The amount that the order still owes */
  missing: Cents
  /** The amount that does not belong to the order and must be paid back */
  excess: Cents
}

/** Locks the order and records the money that it owes; an excess is not recorded. */
export async function receivePayment(
  tx: Tx,
  { orderId, amount, receivedAt, recordedBy, bankLineId }: IncomingPayment,
): Promise<PaymentReceipt> {
  if (amount < 1) throw invalid("Enter the amount that you received", "amount")
  const order = await lockOrderEvenDeleted(tx, orderId)
  const missing = await readMissing(tx, order)
  if (order.status === "Cancelled" || order.deleted_at !== null) return { kind: "cancelled", missing, excess: amount }
  if (order.payment_status !== "awaiting") return { kind: "already-paid", missing: 0, excess: amount }
  const recorded = Math.min(amount, missing)
  const left = missing - recorded
  const excess = amount - recorded
  const now = tx.now()
  // A bank states only the day.
  const paidAt = new Date(Math.min(now.getTime(), Math.max(receivedAt.getTime(), order.created_at.getTime())))
  const id = newObjectId(now)
  await tx.db
    .insertInto("received_payments")
    .values({
      id,
      order_id: orderId,
      amount: recorded,
      received_at: receivedAt,
      created_at: now,
      recorded_by: recordedBy?.id ?? null,
      bank_line_id: bankLineId,
    })
    .execute()
  const paid = { payment_status: "succeeded" as const, paid_at: paidAt }
  const change = left === 0 ? paid : longerDueOf(tx, order)
  await tx.db.updateTable("orders").set(change).where("id", "=", orderId).execute()
  const received = { id, order: { ...order, ...change }, amount: recorded, missing: left, excess, actor: recordedBy }
  await emit(tx, "order.payment-received", received)
  return { kind: left > 0 ? "part" : excess > 0 ? "over" : "paid", missing: left, excess }
}

/** Returns the due date of an order whose customer gets the usual time from now, unless they have more. */
export function longerDueOf(tx: Tx, { payment_due_at: dueAt }: LockedOrder) {
  const longer = transferDueAt(tx)
  if (dueAt === null || dueAt >= longer) return { payment_due_at: dueAt }
  return { payment_due_at: longer, payment_reminded_at: null }
}
