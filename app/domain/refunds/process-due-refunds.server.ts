import { sql } from "kysely"
import { MINUTE } from "~/domain/durations"
import { type FindPage, GatewayBatch } from "~/domain/payments/gateway-batch"
import type { Shop } from "~/domain/shop"
import { processRefund } from "./process-refund.server"

const CONCURRENCY = 4
/** Minutes. */
const MAX_BACKOFF = 60
/** The interval in milliseconds, slightly shorter so that a job run every minute does not miss an attempt */
const EARLY_TOLERANCE = 30_000

interface ProcessedRefunds {
  refunded: number
  waiting: string[]
}

/** Retries each refund after 1, 2, 4 … minutes, then hourly. */
export function processDueRefunds(shop: Shop, signal?: AbortSignal): Promise<ProcessedRefunds> {
  return processRequestedRefunds(shop, { signal, by: shop.now() })
}

/** Retries all refunds at once, regardless of their schedule. */
export function processAllRefunds(shop: Shop): Promise<ProcessedRefunds> {
  return processRequestedRefunds(shop, { by: null })
}

async function processRequestedRefunds(
  shop: Shop,
  { signal, by }: { signal?: AbortSignal; by: Date | null },
): Promise<ProcessedRefunds> {
  const batch = new GatewayBatch({ log: shop.log, concurrency: CONCURRENCY, signal })
  let refunded = 0
  await batch.forEach(requestedRefunds(shop, by), refundLabel, async ({ id, tries }) => {
    await scheduleNextTry(shop, id, tries)
    await processRefund(shop, id)
    const query = shop.db.selectFrom("refunds").select("status").where("id", "=", id)
    const { status } = await query.executeTakeFirstOrThrow()
    if (status === "succeeded") refunded++
    if (status === "requested") batch.addWaiting(refundLabel({ id }), "the payment service is still processing it")
    if (status === "failed") batch.addWaiting(refundLabel({ id }), "the payment service cannot refund it")
  })
  return { refunded, waiting: batch.waiting }
}

const refundLabel = ({ id }: { id: string }) => `refund ${id}`

function requestedRefunds(shop: Shop, by: Date | null): FindPage<{ id: string; tries: number }> {
  // A later attempt was scheduled while the database's clock was ahead.
  const farthest = by && new Date(by.getTime() + MAX_BACKOFF * MINUTE)
  return (tried, limit) =>
    shop.db
      .selectFrom("refunds")
      .select(["id", "tries"])
      .where("status", "=", "requested")
      .where("payout", "is", null)
      .where(sql<boolean>`id <> all(${tried})`)
      .$if(by !== null, (query) =>
        query.where((row) =>
          row.or([row("next_try_at", "is", null), row("next_try_at", "<=", by), row("next_try_at", ">", farthest)]),
        ),
      )
      .orderBy(sql`next_try_at asc nulls first`)
      .orderBy("created_at")
      .limit(limit)
      .execute()
}

/** The time is written before the attempt, so that one that never ends counts too. */
async function scheduleNextTry(shop: Shop, id: string, tries: number): Promise<void> {
  const pause = Math.min(2 ** tries, MAX_BACKOFF) * MINUTE - EARLY_TOLERANCE
  await shop.db
    .updateTable("refunds")
    .set({ tries: tries + 1, next_try_at: new Date(shop.now().getTime() + pause) })
    .where("id", "=", id)
    .execute()
}
