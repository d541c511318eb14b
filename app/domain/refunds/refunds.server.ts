import type { Selectable } from "kysely"
import { emit } from "~/domain/events/emit.server"
import type { Cents } from "~/domain/money/money"
import { newObjectId } from "~/domain/object-id.server"
import type { Tx } from "~/domain/shop"
import type { Tables } from "~db/schema"
import type { Rejection } from "./rejection"

export type Refund = Selectable<Tables["refunds"]>

interface OrderRefund {
  amount: Cents
  reason: string
  requestedBy: string | null
  /** The amount of each line's units, if it is for units */
  units: readonly object[] | null
  /** Units of the order's lines that count as long as the refund has not failed */
  writtenOff: readonly object[] | null
  /** Null for a refund by the gateway, which is the only one that is sent there */
  payout?: Refund["payout"]
}

/** The caller holds the order's lock, and pays out a refund that is not sent to the gateway. */
export async function requestRefund(
  tx: Tx,
  order: { id: string; payment_intent_id: string },
  { amount, reason, requestedBy, units, writtenOff, payout = null }: OrderRefund,
): Promise<Refund> {
  const refund = await tx.db
    .insertInto("refunds")
    .values({
      id: newObjectId(tx.now()),
      order_id: order.id,
      payment_intent_id: order.payment_intent_id,
      amount,
      reason,
      units: units && JSON.stringify(units),
      written_off: writtenOff && JSON.stringify(writtenOff),
      requested_by: requestedBy,
      created_at: tx.now(),
      payout,
      ...(payout === "waived" && { status: "succeeded", settled_at: tx.now() }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (payout === "waived") await emit(tx, "refund.succeeded", { ...refund, hadFailed: false })
  return refund
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
