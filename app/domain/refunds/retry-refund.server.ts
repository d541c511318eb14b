import type { Staff } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import type { Cents } from "~/domain/money/money"
import { formatAmount } from "~/domain/settings/format-amount"
import type { Shop } from "~/domain/shop"
import { notFound, ShopError } from "~/domain/shop-error"
import { proveLargeRefund } from "./large-refund.server"
import { sendRefund } from "./process-refund.server"

/** Returns the amount that a retry would send, or 0 if there is nothing to retry. */
export async function amountOfRetry(shop: Shop, _staff: Staff<"attention.settle">, incidentId: string): Promise<Cents> {
  const refund = await shop.db
    .selectFrom("refunds")
    .innerJoin("payment_incidents", "payment_incidents.payment_intent_id", "refunds.payment_intent_id")
    .select("refunds.amount")
    .where("payment_incidents.id", "=", incidentId)
    .where("payment_incidents.kind", "=", "refund-failed")
    .where("refunds.order_id", "is", null)
    .where("refunds.status", "=", "failed")
    .executeTakeFirst()
  return refund?.amount ?? 0
}

/**
 * Retries the refund of a payment without an order; orders can simply be refunded again.
 * @throws ShopError if the gateway refuses it again
 */
export async function retryRefund(shop: Shop, staff: Staff<"attention.settle">, incidentId: string): Promise<void> {
  const refund = await shop.transaction(async (tx) => {
    const refund = await tx.db
      .updateTable("refunds")
      .from("payment_incidents")
      .set((row) => ({
        status: "requested" as const,
        gateway_refund_id: null,
        settled_at: null,
        refusals: row("refunds.refusals", "+", 1),
      }))
      .whereRef("payment_incidents.payment_intent_id", "=", "refunds.payment_intent_id")
      .where("payment_incidents.id", "=", incidentId)
      .where("payment_incidents.kind", "=", "refund-failed")
      .where("refunds.order_id", "is", null)
      .where("refunds.status", "=", "failed")
      .where("refunds.payout", "is", null)
      .returningAll("refunds")
      .executeTakeFirst()
    if (!refund) throw notFound("There is no refund to request again")
    const { amount, payment_intent_id: intentId } = refund
    await proveLargeRefund(tx, staff, { amount })
    await emit(tx, "refund.retried", { actor: staff, id: incidentId, after: { amount, intentId } })
    return refund
  })
  const failure = await sendRefund(shop, refund)
  if (failure === null) return
  throw new ShopError(
    "payment",
    `The payment service refused to refund ${formatAmount(shop, refund.amount)} again: ${failure}`,
  )
}
