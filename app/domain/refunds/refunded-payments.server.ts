import { sql } from "kysely"
import type { Buyer } from "~/domain/accounts/actor"
import type { Cents } from "~/domain/money/money"
import type { Shop } from "~/domain/shop"
import { rejectionColumns, withReason } from "./rejection-columns.server"

export interface RefundedPayment {
  id: string
  amount: Cents
  reason: string
  completed: boolean
  createdAt: Date
}

export async function listRefundedPayments(shop: Shop, member: Buyer): Promise<RefundedPayment[]> {
  const rows = await shop.db
    .selectFrom("refunds")
    .innerJoin("payments", "payments.id", "refunds.payment_id")
    .select(["refunds.id", "refunds.amount", "reason", "refunds.created_at as createdAt", ...rejectionColumns])
    .select(sql<boolean>`refunds.status = 'succeeded'`.as("completed"))
    .where("payments.user_id", "=", member.id)
    .where("refunds.order_id", "is", null)
    .orderBy("refunds.created_at", "desc")
    .limit(20)
    .execute()
  return rows.map(withReason)
}
