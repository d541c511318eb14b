import { sql } from "kysely"
import { isObjectId } from "~/domain/object-id"
import { newObjectId } from "~/domain/object-id.server"
import type { GatewayRefund } from "~/domain/payments/gateway"
import type { Shop, Tx } from "~/domain/shop"

export async function findChangedRefunds({ db }: Shop, gatewayRefunds: GatewayRefund[]): Promise<GatewayRefund[]> {
  if (gatewayRefunds.length === 0) return []
  const ids = gatewayRefunds.map(({ id }) => id)
  const query = db.selectFrom("refunds").select(["gateway_refund_id", "status"])
  const rows = await query.where(sql<boolean>`gateway_refund_id = any(${ids})`).execute()
  const known = new Map(rows.map((row) => [row.gateway_refund_id, row.status]))
  return gatewayRefunds.filter((refund) => known.get(refund.id) !== statusOf(refund))
}

const statusOf = ({ status }: GatewayRefund) => (status === "pending" ? "requested" : status)

/** A failed refund with the shop's id may be an earlier attempt, so only the gateway's id identifies it. */
export async function findOwnRefund(tx: Tx, { id, refundId, status }: GatewayRefund) {
  const byOurId = refundId !== null && isObjectId(refundId) && status !== "failed"
  return tx.db
    .selectFrom("refunds")
    .selectAll()
    .where((refund) =>
      refund.or([
        refund("gateway_refund_id", "=", id),
        ...(byOurId ? [refund.and([refund("id", "=", refundId), refund("gateway_refund_id", "is", null)])] : []),
      ]),
    )
    .where("payout", "is", null)
    .forUpdate()
    .executeTakeFirst()
}

export async function isKnownRefund(tx: Tx, { id }: GatewayRefund): Promise<boolean> {
  const known = tx.db.selectFrom("refunds").select("id").where("gateway_refund_id", "=", id)
  return (await known.executeTakeFirst()) !== undefined
}

/** Matches by amount, because a refund made elsewhere lacks the shop's id. */
export async function findOwedRefund(tx: Tx, { intentId, amount }: GatewayRefund) {
  return tx.db
    .selectFrom("refunds")
    .selectAll()
    .where("payment_intent_id", "=", intentId)
    .where("order_id", "is", null)
    .where("gateway_refund_id", "is", null)
    .where("status", "<>", "succeeded")
    .where("amount", "=", amount)
    .forUpdate()
    .executeTakeFirst()
}

/** Reconciliation completes a refund that is still pending. */
export async function insertExternalRefund(tx: Tx, orderId: string, gatewayRefund: GatewayRefund): Promise<void> {
  const now = tx.now()
  await tx.db
    .insertInto("refunds")
    .values({
      id: newObjectId(now),
      order_id: orderId,
      payment_intent_id: gatewayRefund.intentId,
      amount: gatewayRefund.amount,
      reason: "Refunded at the payment service",
      status: gatewayRefund.status === "succeeded" ? "succeeded" : "requested",
      gateway_refund_id: gatewayRefund.id,
      created_at: now,
      settled_at: gatewayRefund.status === "succeeded" ? now : null,
    })
    .execute()
}
