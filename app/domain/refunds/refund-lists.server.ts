import { sql } from "kysely"
import type { Buyer, Staff } from "~/domain/accounts/actor"
import type { Cents } from "~/domain/money/money"
import type { Shop } from "~/domain/shop"
import { rejectionColumns, withReason } from "./rejection-columns.server"

export interface PendingRefund {
  id: string
  amount: Cents
  reason: string
  orderId: string | null
  orderNumber: number | null
  intentId: string
  failure: string | null
  /** The method of the payment, once it is known */
  method: string | null
  createdAt: Date
}

const MAX_SHOWN = 50

/** Without payouts, which have a page of their own */
export async function listPendingRefunds(shop: Shop, _staff: Staff<"attention.settle">): Promise<PendingRefund[]> {
  const rows = await shop.db
    .selectFrom("refunds")
    .select(["id", "amount", "order_id as orderId", "payment_intent_id as intentId", "failure"])
    .select((row) => row.selectFrom("orders").select("number").whereRef("orders.id", "=", "order_id").as("orderNumber"))
    .select(sql<string | null>`(select method from payments where intent_id = payment_intent_id)`.as("method"))
    .select(["created_at as createdAt", "reason", ...rejectionColumns])
    .where("status", "=", "requested")
    .where("payout", "is", null)
    .orderBy("created_at")
    .limit(MAX_SHOWN)
    .execute()
  return rows.map(withReason)
}

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
