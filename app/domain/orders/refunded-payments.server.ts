import type { Member } from "../accounts/user"
import type { Cents } from "../money"
import type { Shop } from "../shop"

/** A payment that became no order: the money went back, or is on its way. */
export interface RefundedPayment {
  id: string
  amount: Cents
  reason: string
  settled: boolean
  createdAt: Date
}

/** The member's payments that could not become orders, newest first. */
export async function listRefundedPayments(shop: Shop, member: Member): Promise<RefundedPayment[]> {
  const rows = await shop.db
    .selectFrom("refunds")
    .innerJoin("payments", "payments.id", "refunds.payment_id")
    .select(["refunds.id", "refunds.amount", "refunds.reason", "refunds.status", "refunds.created_at"])
    .where("payments.user_id", "=", member.id)
    .where("refunds.order_id", "is", null)
    .orderBy("refunds.created_at", "desc")
    .limit(20)
    .execute()
  return rows.map(({ id, amount, reason, status, created_at }) => {
    return { id, amount, reason, settled: status === "succeeded", createdAt: created_at }
  })
}
