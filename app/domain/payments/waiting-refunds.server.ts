import type { Admin } from "../accounts/user"
import type { Cents } from "../money"
import type { Shop } from "../shop"

/** A refund that the gateway has not confirmed yet; reconciliation asks again by itself. */
export interface WaitingRefund {
  id: string
  amount: Cents
  reason: string
  orderId: string | null
  intentId: string
  /** What the gateway said last, if anything went wrong. */
  failure: string | null
  createdAt: Date
}

const MOST_SHOWN = 50

/** Oldest first, fifty at the most. */
export async function listWaitingRefunds(shop: Shop, _admin: Admin): Promise<WaitingRefund[]> {
  const rows = await shop.db
    .selectFrom("refunds")
    .select(["id", "amount", "reason", "order_id", "payment_intent_id", "failure", "created_at"])
    .where("status", "=", "requested")
    .orderBy("created_at")
    .limit(MOST_SHOWN)
    .execute()
  return rows.map(({ order_id, payment_intent_id, created_at, ...row }) => {
    return { ...row, orderId: order_id, intentId: payment_intent_id, createdAt: created_at }
  })
}
