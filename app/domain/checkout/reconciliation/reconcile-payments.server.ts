import { sql } from "kysely"
import type { Logger } from "pino"
import { HOLD_MINUTES } from "~/domain/checkout/checkout"
import { cancelPayment } from "~/domain/checkout/payment/open-payment.server"
import { finishTrackedPayment } from "~/domain/checkout/settlement/finish-payment.server"
import { MINUTE } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import { type FindPage, GatewayBatch } from "~/domain/payments/gateway-batch"
import type { Payment } from "~/domain/payments/payment"
import { paymentColumns } from "~/domain/payments/payments.server"
import { markPaymentCancelled, markPaymentPolled } from "~/domain/payments/record-payment.server"
import { rejection } from "~/domain/refunds/rejection"
import type { Shop } from "~/domain/shop"

const CONCURRENCY = 8

/** Skips expired holds, which `releaseExpiredHolds` handles; cancels payments that no client will claim. */
export async function reconcilePayments(shop: Shop, signal?: AbortSignal): Promise<PaymentBatch> {
  const batch = new PaymentBatch(shop.log, CONCURRENCY, signal)
  await batch.forEach(openPayments(shop, { expired: false }), paymentLabel, (payment) =>
    reconcileOrCancel(shop, payment, batch),
  )
  return batch
}

async function reconcileOrCancel(shop: Shop, payment: OpenPayment, batch: PaymentBatch): Promise<void> {
  if (await reconcilePayment(shop, payment, batch)) return
  const isExpected = payment.held || payment.checkoutId === null
  if (isExpected && payment.expiresAt > shop.now()) return
  const known = await cancelPayment(shop, payment)
  if (known?.status === "succeeded") await finishTrackedPayment(shop, known, { rejection: rejection("no-order") })
  else if (known) batch.addWaiting(paymentLabel(payment), "the payment service is still working on it")
  else batch.released++
}

/** Returns whether the payment is settled. */
export async function reconcilePayment(shop: Shop, payment: OpenPayment, batch: PaymentBatch): Promise<boolean> {
  await markPaymentPolled(shop, payment.id)
  if (payment.gatewayId === null) return false
  const gatewayPayment = await shop.payments.find(payment.gatewayId)
  // A payment unknown to the gateway cannot be paid.
  if (gatewayPayment === null) await markPaymentCancelled(shop, payment.id)
  if (gatewayPayment?.status !== "canceled" && gatewayPayment?.status !== "succeeded") return false
  const pendingOrder = payment.expiresAt <= shop.now() ? { rejection: rejection("no-order") } : undefined
  const outcome = await finishTrackedPayment(shop, { ...gatewayPayment, record: payment }, pendingOrder)
  if (gatewayPayment.status === "canceled") {
    // `finishTrackedPayment` has released its units.
    batch.released++
    return true
  }
  if (outcome.kind !== "ordered" && outcome.kind !== "refunded") return false
  batch.finished++
  if (outcome.kind === "ordered") {
    const recovery = { payment, intentId: gatewayPayment.intentId, orderId: outcome.orderId }
    await shop.transaction((tx) => emit(tx, "payment.recovered", recovery))
  }
  return true
}

export interface OpenPayment extends Payment {
  expiresAt: Date
  held: boolean
}

export const paymentLabel = ({ gatewayId, id }: OpenPayment) => `payment ${gatewayId ?? id}`

/** Finds the least recently polled payments first: those whose hold has expired, or all others. */
export function openPayments(shop: Shop, { expired }: { expired: boolean }): FindPage<OpenPayment> {
  return async (tried, limit) => {
    const rows = await shop.db
      .selectFrom("payments")
      .leftJoin("checkouts", "checkouts.id", "payments.checkout_id")
      .select([...paymentColumns, "checkouts.status as checkoutStatus", "hold_expires_at as holdExpiresAt"])
      .where("payments.status", "=", "open")
      .where(sql<boolean>`coalesce(checkouts.status = 'held' and hold_expires_at <= ${shop.now()}, false) = ${expired}`)
      .where(sql<boolean>`payments.id <> all(${tried})`)
      .orderBy(sql`payments.last_polled_at asc nulls first`)
      .orderBy("payments.created_at")
      .limit(limit)
      .execute()
    return rows.map(({ checkoutStatus, holdExpiresAt, ...payment }) => {
      const expiresAt = holdExpiresAt ?? new Date(payment.createdAt.getTime() + HOLD_MINUTES * MINUTE)
      return { ...payment, expiresAt, held: checkoutStatus === "held" }
    })
  }
}

export class PaymentBatch extends GatewayBatch {
  finished = 0
  released = 0

  constructor(log: Logger, concurrency: number, signal?: AbortSignal) {
    super({ log, concurrency, signal })
  }
}
