import type { GatewayPayment } from "../payments/gateway"
import { closePayment, findPaymentOf } from "../payments/payments.server"
import { settleRefund } from "../payments/settle-refund.server"
import type { Shop } from "../shop"
import type { RefundReason } from "./refund-reason"
import { type Claim, settlePayment } from "./settle-payment.server"

/**
 * How a payment stands once the shop has done its part:
 * - `ordered`: the order is written, now or earlier
 * - `refunded`: it was paid, could not become an order, and the money goes back
 * - `unclaimed`: it was paid by a client of the API that has not said for what yet
 * - `unpaid`: the gateway has no money yet
 * - `unknown`: no payment of this shop
 */
export type PaymentOutcome =
  | { kind: "ordered"; orderId: string }
  | { kind: "refunded"; reason: RefundReason }
  | { kind: "unclaimed" }
  | { kind: "unpaid"; status: GatewayPayment["status"] }
  | { kind: "unknown" }

/**
 * Finishes a payment exactly once, whoever tells of it first: the gateway is asked how it stands, and a succeeded one
 * becomes an order, or a refund when it cannot. Safe to call any number of times, at the same time.
 * @param gatewayId the intent, or the hosted page
 * @param claim what an unclaimed payment shall pay
 */
export async function finishPayment(shop: Shop, gatewayId: string, claim?: Claim): Promise<PaymentOutcome> {
  const told = await shop.payments.find(gatewayId)
  return told ? finishTold(shop, told, claim) : { kind: "unknown" }
}

/** The same for somebody who has just asked the gateway. */
export async function finishTold(shop: Shop, told: GatewayPayment, claim?: Claim): Promise<PaymentOutcome> {
  const payment = await findPaymentOf(shop, told)
  if (!payment) return { kind: "unknown" }
  if (told.status !== "succeeded" || told.intentId === null) {
    if (told.status === "canceled" && told.id === payment.gatewayId) await closePayment(shop, payment.id)
    return { kind: "unpaid", status: told.status }
  }
  const paid = { intentId: told.intentId, amount: told.amount, currency: told.currency }
  const settled = await shop.transaction((books) => settlePayment(books, payment.id, paid, claim))
  if (settled.kind !== "refunding") return settled
  await settleRefund(shop, settled.refundId).catch((error) => {
    shop.log.warn({ err: error, refundId: settled.refundId }, "a refund waits for the next reconciliation")
  })
  return { kind: "refunded", reason: settled.reason }
}
