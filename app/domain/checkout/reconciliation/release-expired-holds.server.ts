import { sql } from "kysely"
import { releaseCheckout } from "~/domain/checkout/hold/release-checkout.server"
import type { ReleaseResult } from "~/domain/checkout/locked-checkout.server"
import { HOUR } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import type { FindPage } from "~/domain/payments/gateway-batch"
import type { Shop } from "~/domain/shop"
import {
  type OpenPayment,
  openPayments,
  PaymentBatch,
  paymentLabel,
  reconcilePayment,
} from "./reconcile-payments.server"

const CONCURRENCY = 6
const STUCK_AFTER = HOUR

/** Releases holds without a payment first, because they need no gateway. */
export async function releaseExpiredHolds(shop: Shop, signal?: AbortSignal): Promise<PaymentBatch> {
  const batch = new PaymentBatch(shop.log, CONCURRENCY, signal)
  await batch.forEach(expiredHolds(shop), holdLabel, async ({ id }) => void (await releaseHold(shop, id, batch)))
  await batch.forEach(openPayments(shop, { expired: true }), paymentLabel, (payment) =>
    reconcileOrRelease(shop, payment, batch),
  )
  return batch
}

/** Without those that have an open payment */
function expiredHolds(shop: Shop): FindPage<{ id: string }> {
  return (tried, limit) =>
    shop.db
      .selectFrom("checkouts")
      .select("id")
      .where("status", "=", "held")
      .where("hold_expires_at", "<=", shop.now())
      .where(({ not, exists, selectFrom }) => {
        const open = selectFrom("payments").select("payments.id").where("payments.status", "=", "open")
        return not(exists(open.whereRef("payments.checkout_id", "=", "checkouts.id")))
      })
      .where(sql<boolean>`id <> all(${tried})`)
      .orderBy("hold_expires_at")
      .limit(limit)
      .execute()
}

const holdLabel = ({ id }: { id: string }) => `checkout ${id}`

async function reconcileOrRelease(shop: Shop, payment: OpenPayment, batch: PaymentBatch): Promise<void> {
  if (payment.checkoutId === null || (await reconcilePayment(shop, payment, batch))) return
  const release = await releaseHold(shop, payment.checkoutId, batch)
  const late = shop.now().getTime() - payment.expiresAt.getTime()
  if (release === "pending" && late > STUCK_AFTER) await shop.transaction((tx) => emit(tx, "payment.stuck", payment))
}

async function releaseHold(shop: Shop, id: string, batch: PaymentBatch): Promise<ReleaseResult> {
  const release = await releaseCheckout(shop, { id })
  if (release === "released") batch.released++
  if (release === "paid") batch.finished++
  if (release === "pending") batch.addWaiting(holdLabel({ id }), "the payment service is still working on its payment")
  return release
}
