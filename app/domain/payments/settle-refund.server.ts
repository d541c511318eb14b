import type { Shop } from "../shop"

/**
 * Carries out a refund that was asked for, at the gateway, and records its outcome. Safe to repeat: the refund's id
 * is the gateway's idempotency key.
 * @throws ShopError `unavailable` when the gateway cannot be asked; reconciliation tries again
 */
export async function settleRefund(shop: Shop, refundId: string): Promise<void> {
  const refund = await shop.db.selectFrom("refunds").selectAll().where("id", "=", refundId).executeTakeFirstOrThrow()
  if (refund.status !== "requested") return
  const answer = await shop.payments.refund({ intentId: refund.payment_intent_id, amount: refund.amount, refundId })
  if (answer.status === "pending") {
    await shop.db.updateTable("refunds").set({ gateway_refund_id: answer.id }).where("id", "=", refundId).execute()
    return
  }
  await shop.db
    .updateTable("refunds")
    .set({ status: answer.status, gateway_refund_id: answer.id, settled_at: shop.now() })
    .where("id", "=", refundId)
    .where("status", "=", "requested")
    .execute()
  if (answer.status === "succeeded") await resolveIncident(shop, refund.payment_intent_id)
}

async function resolveIncident(shop: Shop, intentId: string) {
  await shop.db
    .updateTable("payment_incidents")
    .set({ resolved_at: shop.now() })
    .where("payment_intent_id", "=", intentId)
    .where("kind", "=", "paid-without-order")
    .where("resolved_at", "is", null)
    .execute()
}
