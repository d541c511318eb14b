import { sql } from "kysely"
import { ago, DAY, HOUR, MINUTE } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import { type FindPage, GatewayBatch } from "~/domain/payments/gateway-batch"
import { resolveSettledPayments } from "~/domain/payments/incidents.server"
import { isSlow, slowMethods } from "~/domain/payments/online-methods"
import type { Payment } from "~/domain/payments/payment"
import {
  hasOpenPayment,
  markPaymentCancelled,
  markPaymentPolled,
  paymentColumns,
} from "~/domain/payments/payments.server"
import { rejection } from "~/domain/refunds/rejection"
import type { Shop } from "~/domain/shop"
import { type Checkout, HOLD_MINUTES } from "../checkout"
import { findCheckout } from "../checkouts.server"
import type { ReleaseResult } from "../locked-checkout.server"
import { cancelPayment, releaseCheckout } from "../payment/checkout-payment.server"
import { finishTrackedPayment } from "../settlement/finish-payment.server"

const CONCURRENCY = { ofHolds: 6, ofOthers: 8 }
const STUCK_AFTER = HOUR
/** Days after which even a debit has been decided */
const SLOW_DAYS = 14
/** Milliseconds between two polls of a debit, slightly shorter so that a job run every minute does not miss one */
const SLOW_POLL = HOUR - MINUTE / 2

class PaymentBatch extends GatewayBatch {
  finished = 0
  released = 0
}

/** Releases holds without a payment first, because they need no gateway. */
export async function releaseExpiredHolds(shop: Shop, signal?: AbortSignal): Promise<PaymentBatch> {
  const batch = new PaymentBatch({ log: shop.log, concurrency: CONCURRENCY.ofHolds, signal })
  await batch.forEach(expiredHolds(shop), holdLabel, async ({ id }) => void (await releaseHold(shop, id, batch)))
  await batch.forEach(openPayments(shop, { expired: true }), paymentLabel, (payment) =>
    reconcileOrRelease(shop, payment, batch),
  )
  await resolveSettledPayments(shop)
  return batch
}

/** Skips expired holds, which `releaseExpiredHolds` handles; cancels payments that no client will claim. */
export async function reconcilePayments(shop: Shop, signal?: AbortSignal): Promise<PaymentBatch> {
  const batch = new PaymentBatch({ log: shop.log, concurrency: CONCURRENCY.ofOthers, signal })
  await batch.forEach(openPayments(shop, { expired: false }), paymentLabel, (payment) =>
    reconcileOrCancel(shop, payment, batch),
  )
  return batch
}

async function reconcileOrRelease(shop: Shop, payment: OpenPayment, batch: PaymentBatch): Promise<void> {
  if (payment.checkoutId === null) return
  const state = await reconcilePayment(shop, payment, batch)
  if (state === "settled") return
  if (state === "processing") batch.addWaiting(holdLabel({ id: payment.checkoutId }), STILL_PROCESSING)
  else if ((await releaseHold(shop, payment.checkoutId, batch)) !== "pending") return
  await reportStuck(shop, payment)
}

const STILL_PROCESSING = "the payment service is still processing its payment"

async function reportStuck(shop: Shop, payment: OpenPayment): Promise<void> {
  const late = shop.now().getTime() - payment.expiresAt.getTime()
  const days = isSlow(payment.method) ? SLOW_DAYS : undefined
  const limit = days ? days * DAY : STUCK_AFTER
  if (late > limit) await shop.transaction((tx) => emit(tx, "payment.stuck", { ...payment, days }))
}

async function releaseHold(shop: Shop, id: string, batch: PaymentBatch): Promise<ReleaseResult> {
  const release = await releaseCheckout(shop, await findCheckout(shop, id))
  if (release === "released") batch.released++
  if (release === "paid") batch.finished++
  if (release === "pending") batch.addWaiting(holdLabel({ id }), STILL_PROCESSING)
  return release
}

async function reconcileOrCancel(shop: Shop, payment: OpenPayment, batch: PaymentBatch): Promise<void> {
  const state = await reconcilePayment(shop, payment, batch)
  if (state === "settled") return
  const { checkoutStatus, checkoutId } = payment
  const isExpected = checkoutStatus === "held" || checkoutStatus === "processing" || checkoutId === null
  if (isExpected && payment.expiresAt > shop.now()) return
  const checkout = payment.checkoutId === null ? null : await findCheckout(shop, payment.checkoutId)
  const known = await cancelPayment(shop, payment, checkout)
  if (known?.status === "succeeded") await finishTrackedPayment(shop, known, { rejection: rejection("no-order") })
  else if (known) batch.addWaiting(paymentLabel(payment), "the payment service is still processing it")
  else batch.released++
}

async function reconcilePayment(
  shop: Shop,
  payment: OpenPayment,
  batch: PaymentBatch,
): Promise<"settled" | "processing" | "open"> {
  await markPaymentPolled(shop, payment.id)
  if (payment.gatewayId === null) return "open"
  const gatewayPayment = await shop.payments.find(payment.gatewayId)
  // A payment unknown to the gateway cannot be paid.
  if (gatewayPayment === null) await markPaymentCancelled(shop, payment.id)
  const isUndecided = gatewayPayment?.status !== "canceled" && gatewayPayment?.status !== "succeeded"
  const isKnown = payment.processingSince !== null || gatewayPayment?.status === "processing"
  if (gatewayPayment === null || (isUndecided && !isKnown)) return "open"
  const pendingOrder = payment.expiresAt <= shop.now() ? { rejection: rejection("no-order") } : undefined
  const outcome = await finishTrackedPayment(shop, { ...gatewayPayment, record: payment }, pendingOrder)
  if (gatewayPayment.status === "canceled") {
    // `finishTrackedPayment` has released its units.
    batch.released++
    return "settled"
  }
  if (outcome.kind === "unpaid") {
    if (outcome.status === "processing") return "processing"
    batch.released++
    return "settled"
  }
  if (outcome.kind !== "ordered" && outcome.kind !== "refunded") return "open"
  batch.finished++
  if (outcome.kind === "ordered") {
    const recovery = { payment, intentId: gatewayPayment.intentId, orderId: outcome.orderId }
    await shop.transaction((tx) => emit(tx, "payment.recovered", recovery))
  }
  return "settled"
}

const isHolding = sql<boolean>`checkouts.status in ('held', 'processing')`

/** Excludes those that have an open payment */
function expiredHolds(shop: Shop): FindPage<{ id: string }> {
  return (tried, limit) =>
    shop.db
      .selectFrom("checkouts")
      .select("id")
      .where(isHolding)
      .where("hold_expires_at", "<=", shop.now())
      .where(sql<boolean>`not ${hasOpenPayment}`)
      .where(sql<boolean>`id <> all(${tried})`)
      .orderBy("hold_expires_at")
      .limit(limit)
      .execute()
}

const holdLabel = ({ id }: { id: string }) => `checkout ${id}`

interface OpenPayment extends Payment {
  expiresAt: Date
  checkoutStatus: Checkout["status"] | null
}

/** Finds the least recently polled payments first: those whose hold has expired, or all others. */
function openPayments(shop: Shop, { expired }: { expired: boolean }): FindPage<OpenPayment> {
  return async (tried, limit) => {
    // The banks of the sandbox decide within minutes.
    const slow = shop.payments.kind === "sandbox" ? [] : slowMethods
    const polled = ago(shop, SLOW_POLL)
    const rows = await shop.db
      .selectFrom("payments")
      .leftJoin("checkouts", "checkouts.id", "payments.checkout_id")
      .select([...paymentColumns, "checkouts.status as checkoutStatus", "hold_expires_at as holdExpiresAt"])
      .where("payments.status", "=", "open")
      .where(sql<boolean>`coalesce(${isHolding} and hold_expires_at <= ${shop.now()}, false) = ${expired}`)
      .where(
        sql<boolean>`not coalesce(processing_since is not null and method = any(${slow}) and last_polled_at > ${polled}, false)`,
      )
      .where(sql<boolean>`payments.id <> all(${tried})`)
      .orderBy(sql`payments.last_polled_at asc nulls first`)
      .orderBy("payments.created_at")
      .limit(limit)
      .execute()
    return rows.map(({ holdExpiresAt, ...payment }) => {
      return { ...payment, expiresAt: holdExpiresAt ?? new Date(payment.createdAt.getTime() + HOLD_MINUTES * MINUTE) }
    })
  }
}

const paymentLabel = ({ gatewayId, id }: OpenPayment) => `payment ${gatewayId ?? id}`
