import type { Cents } from "~/domain/money/money"
import { newObjectId } from "~/domain/object-id.server"
import type { Tx } from "~/domain/shop"
import type { Rejection } from "./rejection"

interface OrderRefund {
  amount: Cents
  reason: string
  requestedBy: string
  /** What each unit comes to, if it is for units */
  units?: readonly object[]
  /** Units of the order's lines */
  writtenOff?: readonly object[]
}

/** The caller holds the order's lock. */
export async function requestRefund(
  tx: Tx,
  order: { id: string; payment_intent_id: string },
  { amount, reason, requestedBy: by, units, writtenOff }: OrderRefund,
): Promise<string> {
  const id = newObjectId(tx.now())
  const { payment_intent_id } = order
  await tx.db
    .insertInto("refunds")
    .values({
      id,
      order_id: order.id,
      payment_intent_id,
      amount,
      reason,
      units: units ? JSON.stringify(units) : null,
      written_off: writtenOff ? JSON.stringify(writtenOff) : null,
      requested_by: by,
      created_at: tx.now(),
    })
    .execute()
  return id
}

interface PaymentRefund {
  id?: string
  paymentId: string
  intentId: string
  amount: Cents
  rejection: Rejection
}

export const REFUNDED_BY_SHOP = "Refunded by the shop"

export async function clearRefundReasons({ db }: Tx, orderIds: readonly string[]): Promise<void> {
  await db
    .updateTable("refunds")
    .set({ reason: REFUNDED_BY_SHOP })
    .where("order_id", "in", orderIds)
    .where("reason", "is not", null)
    .execute()
}

/** The caller holds the payment's lock. */
export async function requestPaymentRefund(tx: Tx, { rejection, ...refund }: PaymentRefund): Promise<string> {
  const id = refund.id ?? newObjectId(tx.now())
  await tx.db
    .insertInto("refunds")
    .values({
      id,
      payment_id: refund.paymentId,
      payment_intent_id: refund.intentId,
      amount: refund.amount,
      rejection: rejection.reason,
      sold_out: [...rejection.soldOut],
      discontinued: [...rejection.discontinued],
      created_at: tx.now(),
    })
    .execute()
  return id
}
