import { emit } from "~/domain/events/emit.server"
import type { WebhookEvent } from "~/domain/payments/gateway"
import type { Shop } from "~/domain/shop"
import { assertLive } from "~/domain/standby.server"
import { countDeclineAtGateway } from "../payment/checkout-payment.server"
import { findTrackedPayment, finishPayment, finishTrackedPayment } from "../settlement/finish-payment.server"
import { syncRefunds, syncRefundsOf } from "./sync-refunds.server"

/** Events arrive late, twice and out of order, so each only triggers a read; after an error the gateway retries. */
export async function handleWebhookEvent(shop: Shop, event: WebhookEvent): Promise<void> {
  await assertLive(shop)
  if (event.about === "payment") await handlePayment(shop, event)
  if (event.about === "refund") await handleRefund(shop, event.id)
  if (event.about === "refunds") await handleRefunds(shop, event.intentId)
  if (event.about === "dispute") await handleDispute(shop, event)
}

async function handlePayment(shop: Shop, { id, declined }: Extract<WebhookEvent, { about: "payment" }>): Promise<void> {
  const payment = await findTrackedPayment(shop, id)
  if (!payment) return
  await finishTrackedPayment(shop, payment)
  // A bank that refuses later tests no cards.
  if (declined && payment.record.processingSince === null) await countDeclineAtGateway(shop, payment, declined)
}

async function handleRefund(shop: Shop, id: string): Promise<void> {
  const gatewayRefund = await shop.payments.findRefund(id)
  if (gatewayRefund) await syncRefunds(shop, [gatewayRefund])
}

/** Finishes the payment first, because a refund may arrive before its order is written. */
async function handleRefunds(shop: Shop, intentId: string): Promise<void> {
  await finishPayment(shop, intentId)
  await syncRefundsOf(shop, intentId)
}

const disputeEvents = { open: "dispute.opened", won: "dispute.won", lost: "dispute.lost" } as const

type Dispute = Extract<WebhookEvent, { about: "dispute" }>

/** Finishes the payment first, because a dispute may arrive before its order is written. */
async function handleDispute(shop: Shop, { id, intentId, reason, outcome }: Dispute): Promise<void> {
  await finishPayment(shop, intentId)
  await shop.transaction(async (tx) => {
    const payment = await tx.db
      .selectFrom("payments")
      .leftJoin("orders", "orders.payment_intent_id", "payments.intent_id")
      .select([
        "payments.user_id as userId",
        "payments.checkout_id as checkoutId",
        "orders.id as orderId",
        "payments.method",
      ])
      .where("payments.intent_id", "=", intentId)
      .executeTakeFirst()
    if (!payment) return
    await emit(tx, disputeEvents[outcome], { intentId, occurrence: id, reason, ...payment })
  })
}
