import { createHash } from "node:crypto"
import { emit } from "~/domain/events/emit.server"
import { isObjectId } from "~/domain/object-id"
import { newObjectId } from "~/domain/object-id.server"
import type { GatewayRefund } from "~/domain/payments/gateway"
import type { Payment } from "~/domain/payments/payment"
import { adoptPayment } from "~/domain/payments/payments.server"
import type { Shop, Tx } from "~/domain/shop"
import { finishFoundPayment, finishPayment } from "../settlement/finish-payment.server"
import { syncRefunds } from "./sync-refunds.server"
import type { UnknownPayment } from "./unknown-payments.server"

/** Makes an order or a refund of a payment that the database has lost; returns whether the payment is settled. */
export async function recoverPayment(shop: Shop, found: UnknownPayment): Promise<boolean> {
  const payment = found.status === "succeeded" ? found : await cancelUnpaid(shop, found)
  if (payment === null) return true
  if (payment.status !== "succeeded") {
    const { intentId: gatewayId, amount } = payment
    await shop.transaction((tx) => emit(tx, "payment.stuck", { gatewayId, amount, userId: null, checkoutId: null }))
    return false
  }
  const refunds = await shop.payments.refundsOf(payment.intentId)
  const refunded = sumOf(refunds)
  if (refunded >= payment.amount) {
    // The payment was made by this shop, whose process ended before it stored it, or in the hours lost with the
    // database.
    if (refunds.some(({ refundId }) => refundId === recoveryRefundId(payment.intentId)))
      await reportRefund(shop, payment)
    return true
  }
  if (!(await finish(shop, payment, refunds))) await refundWithoutRecord(shop, payment, refunded)
  return true
}

/** No record refers to it any more, so nothing else would cancel it. */
async function cancelUnpaid(shop: Shop, { id, ...listed }: UnknownPayment): Promise<UnknownPayment | null> {
  const left = await shop.payments.cancel(id)
  return left === null || left.status === "canceled" ? null : { ...listed, ...left, intentId: listed.intentId }
}

function sumOf(refunds: readonly GatewayRefund[]): number {
  return refunds.reduce((sum, { status, amount }) => sum + (status === "failed" ? 0 : amount), 0)
}

/** Returns null if the database knows neither its checkout nor its buyer. */
async function adopt(tx: Tx, { intentId, amount, createdAt, ...ids }: UnknownPayment): Promise<Payment | null> {
  const { paymentId, checkoutId, userId } = ids
  const checkout = isObjectId(checkoutId ?? "")
    ? await tx.db.selectFrom("checkouts").select(["id", "user_id"]).where("id", "=", checkoutId).executeTakeFirst()
    : undefined
  const user = isObjectId(userId ?? "")
    ? await tx.db.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst()
    : undefined
  const owner = checkout?.user_id ?? user?.id
  if (!owner) return null
  const id = paymentId && isObjectId(paymentId) ? paymentId : newObjectId(tx.now())
  return adoptPayment(tx, { id, userId: owner, checkoutId: checkout?.id ?? null, amount, intentId, createdAt })
}

/** Returns false for a payment that cannot be recorded. */
async function finish(shop: Shop, payment: UnknownPayment, refunds: GatewayRefund[]): Promise<boolean> {
  const lost = { refundId: recoveryRefundId(payment.intentId), refunded: sumOf(refunds) }
  const finished = await finishFoundPayment(shop, { payment, lost, adopt: (tx) => adopt(tx, payment) })
  if (finished === null) return false
  const { record, outcome } = finished
  if (outcome.kind === "ordered") await syncRefunds(shop, refunds)
  // A known payment of the same checkout must not be paid as well.
  if (record.gatewayId !== null && record.gatewayId !== payment.id) {
    const other = await shop.payments.cancel(record.gatewayId)
    if (other?.status === "succeeded") await finishPayment(shop, record.gatewayId)
  }
  return true
}

/** The refund's id derives from the payment, so that it is made once, even if the database is lost again. */
async function refundWithoutRecord(shop: Shop, payment: UnknownPayment, refunded: number): Promise<void> {
  const { intentId, amount } = payment
  const refundId = recoveryRefundId(intentId)
  await shop.payments.refund({ intentId, amount: amount - refunded, refundId, refusals: 0, isRepeat: true })
  await reportRefund(shop, payment)
}

async function reportRefund(shop: Shop, { intentId, amount }: UnknownPayment): Promise<void> {
  const reason = "Its checkout and its buyer were lost with the database"
  const about = { userId: null, checkoutId: null, orderId: null }
  await shop.transaction((tx) => emit(tx, "payment.found", { intentId, amount, reason, ...about }))
}

function recoveryRefundId(intentId: string): string {
  return createHash("sha256").update(`recovery ${intentId}`).digest("hex").slice(0, 24)
}
