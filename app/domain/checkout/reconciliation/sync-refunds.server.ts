import { ago, DAY, HOUR } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import { cancelIfRefunded } from "~/domain/orders/cancellation/cancel-refunded-orders.server"
import { readSale } from "~/domain/orders/cancellation/sale.server"
import type { GatewayRefund } from "~/domain/payments/gateway"
import {
  findChangedRefunds,
  findOwedRefund,
  findOwnRefund,
  insertExternalRefund,
  isKnownRefund,
} from "~/domain/refunds/external-refunds.server"
import { recordRefundResult } from "~/domain/refunds/process-refund.server"
import type { Shop, Tx } from "~/domain/shop"

const CURSOR = "refunds"
/** An order may be written after its refund was listed. */
const OVERLAP = HOUR
const INITIAL_LOOKBACK = 30 * DAY
/** In milliseconds; the next run continues. */
const MAX_SYNC_TIME = 50_000

/** Records refunds made at the gateway; after an error, the next run starts at the same cursor. */
export async function syncRecentRefunds(shop: Shop): Promise<void> {
  const cursor = await readCursor(shop)
  const start = cursor ?? ago(shop, INITIAL_LOOKBACK)
  const refunds = await shop.payments.refundsSince(cursor ? new Date(cursor.getTime() - OVERLAP) : start)
  const isComplete = await syncEach(shop, refunds)
  if (isComplete) await writeCursor(shop, newestOf(refunds) ?? start)
}

/** Returns a time by the gateway's clock, because the shop's may be ahead; ignores a cursor in the future. */
async function readCursor(shop: Shop): Promise<Date | null> {
  const cursor = await shop.db
    .selectFrom("gateway_cursors")
    .select("seen_until")
    .where("name", "=", CURSOR)
    .executeTakeFirst()
  return cursor && cursor.seen_until.getTime() <= shop.now().getTime() + OVERLAP ? cursor.seen_until : null
}

async function writeCursor({ db }: Shop, seen_until: Date): Promise<void> {
  await db
    .insertInto("gateway_cursors")
    .values({ name: CURSOR, seen_until })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ seen_until }))
    .execute()
}

function newestOf(refunds: readonly GatewayRefund[]): Date | null {
  if (refunds.length === 0) return null
  return new Date(Math.max(...refunds.map(({ createdAt }) => createdAt.getTime())))
}

/** Returns whether there was enough time; a refund that fails is logged and read again within `OVERLAP`. */
async function syncEach(shop: Shop, gatewayRefunds: GatewayRefund[]): Promise<boolean> {
  const end = performance.now() + MAX_SYNC_TIME
  for (const refund of await findChangedRefunds(shop, gatewayRefunds)) {
    if (performance.now() > end) return false
    try {
      await shop.transaction((tx) => syncRefund(tx, refund))
    } catch (error) {
      shop.log.error({ err: error, refundId: refund.id }, "a refund of the payment service could not be recorded")
    }
  }
  return true
}

export async function syncRefundsOf(shop: Shop, intentId: string): Promise<void> {
  await syncRefunds(shop, await shop.payments.refundsOf(intentId))
}

export async function syncRefunds(shop: Shop, gatewayRefunds: GatewayRefund[]): Promise<void> {
  for (const refund of await findChangedRefunds(shop, gatewayRefunds))
    await shop.transaction((tx) => syncRefund(tx, refund))
}

async function syncRefund(tx: Tx, gatewayRefund: GatewayRefund): Promise<void> {
  const ours = await findOwnRefund(tx, gatewayRefund)
  if (ours) await recordRefundResult(tx, ours, gatewayRefund)
  // A failed external refund moved no money.
  else if (gatewayRefund.status !== "failed") await syncExternalRefund(tx, gatewayRefund)
}

async function syncExternalRefund(tx: Tx, gatewayRefund: GatewayRefund): Promise<void> {
  const order = await tx.db
    .selectFrom("orders")
    .select(["id", "user_id", "total_price", "refunded_amount"])
    .where("payment_intent_id", "=", gatewayRefund.intentId)
    .where("payment_method", "=", "online")
    .forUpdate()
    .executeTakeFirst()
  if (!order) return matchOwedRefund(tx, gatewayRefund)
  // Another transaction may have inserted it before this one got the order's lock.
  if (await isKnownRefund(tx, gatewayRefund)) return
  const fits = order.refunded_amount + gatewayRefund.amount <= order.total_price
  if (fits) await insertExternalRefund(tx, order.id, gatewayRefund)
  const cancelled = fits && (await cancelIfRefunded(tx, await readSale(tx, order.id, { evenDeleted: true })))
  await emit(tx, "refund.made-elsewhere", { refund: gatewayRefund, order, fits, cancelled })
}

/** Settles the refund owed for a payment without an order, so that it is not refunded twice. */
async function matchOwedRefund(tx: Tx, gatewayRefund: GatewayRefund): Promise<void> {
  const owed = await findOwedRefund(tx, gatewayRefund)
  if (owed) await recordRefundResult(tx, owed, gatewayRefund)
}
