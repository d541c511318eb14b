import { notifyOwner } from "~/domain/mail/owner-notifications.server"
import type { WebhookEvent } from "~/domain/payments/gateway"
import { autoResolveIncident, recordIncident } from "~/domain/payments/incidents.server"
import type { Shop } from "~/domain/shop"
import { assertLive } from "~/domain/standby.server"
import { finishPayment } from "./finish-payment.server"
import { syncRefunds, syncRefundsOf } from "./sync-refunds.server"

/**
 * Does what a message of the gateway is about. Messages come late, twice, in any order and about other shops' affairs:
 * so each is only a reason to ask how things stand.
 * @throws ShopError `unavailable` when the gateway cannot be asked, and on standby: then it should write again
 */
export async function handleWebhookEvent(shop: Shop, event: WebhookEvent): Promise<void> {
  await assertLive(shop)
  if (event.about === "payment") await finishPayment(shop, event.id)
  if (event.about === "refund") await handleRefund(shop, event.id)
  if (event.about === "refunds") await handleRefunds(shop, event.intentId)
  if (event.about === "dispute") await handleDispute(shop, event)
}

async function handleRefund(shop: Shop, id: string): Promise<void> {
  const gatewayRefund = await shop.payments.findRefund(id)
  if (gatewayRefund) await syncRefunds(shop, [gatewayRefund])
}

/** Handles a refund of an intent: it may have been made elsewhere, and before the payment's order was written. */
async function handleRefunds(shop: Shop, intentId: string): Promise<void> {
  await finishPayment(shop, intentId)
  await syncRefundsOf(shop, intentId)
}

type Dispute = Extract<WebhookEvent, { about: "dispute" }>

/**
 * Records that a cardholder's bank asks for a payment back, or has decided: administrators find it under *Attention* until
 * it is over, and the owner hears of both. Messages may come twice and in any order.
 */
async function handleDispute(shop: Shop, { intentId, reason, outcome }: Dispute): Promise<void> {
  await shop.transaction(async (tx) => {
    const payment = await tx.db
      .selectFrom("payments")
      .leftJoin("orders", "orders.payment_intent_id", "payments.intent_id")
      .select(["payments.user_id as userId", "payments.checkout_id as checkoutId", "orders.id as orderId"])
      .where("payments.intent_id", "=", intentId)
      .executeTakeFirst()
    if (!payment) return
    const about = { intentId, ...payment }
    const opened = `The cardholder's bank disputes the payment (${reason}).`
    if (outcome === "open") {
      const detail = `${opened} Please answer at the payment service.`
      return recordIncident(tx, { ...about, kind: "disputed", detail })
    }
    // A message about its beginning that comes late then finds that it is over.
    await recordIncident(tx, { ...about, kind: "disputed", detail: opened, resolved: true })
    await autoResolveIncident(tx, "disputed", intentId)
    if (outcome === "lost") {
      const detail = `The dispute about the payment (${reason}) is lost: the bank has taken its money back.`
      return recordIncident(tx, { ...about, kind: "dispute-lost", detail })
    }
    await notifyOwner(
      tx,
      `dispute-won-${intentId}`,
      {
        summary: `Dispute closed in your favour: ${payment.orderId ? `order ${payment.orderId}` : `payment ${intentId}`}`,
        paragraphs: [`The dispute about the payment (${reason}) is closed, and its money stays with the shop.`],
        action: { label: "See what needs attention", path: "/admin/attention" },
      },
      [],
    )
  })
}
