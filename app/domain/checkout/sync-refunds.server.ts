import { ago, DAY, HOUR } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import { cancelIfRefunded } from "~/domain/orders/cancellation/cancel-refunded-orders.server"
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

/** Where the reading of the gateway's list goes on. */
const CURSOR = "refunds"
/** How far each reading goes back before the newest refund known, in milliseconds: an order may be written after its refund was listed. */
const OVERLAP = HOUR
/** How far the first reading goes back, in milliseconds. */
const INITIAL_LOOKBACK = 30 * DAY
/** One reading ends after this long, in milliseconds; the next one goes on, past what is known by then. */
const MAX_SYNC_TIME = 50_000

/**
 * Takes over what somebody refunded with the gateway itself since the last time, whether or not it wrote of it.
 * @throws ShopError `unavailable` when the gateway cannot be asked; the next reading begins at the same place
 */
export async function syncRecentRefunds(shop: Shop): Promise<void> {
  const cursor = await readCursor(shop)
  const start = cursor ?? ago(shop, INITIAL_LOOKBACK)
  const refunds = await shop.payments.refundsSince(cursor ? new Date(cursor.getTime() - OVERLAP) : start)
  const isComplete = await syncEach(shop, refunds)
  if (isComplete) await writeCursor(shop, newestOf(refunds) ?? start)
}

/**
 * When the newest refund that was read was made, by the gateway's clock: the shop's own may have been ahead, and refunds of
 * that time would never be read. Null at first, and for a moment in the future, which proves nothing.
 */
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

/**
 * Takes over one refund after the other. A refund that cannot be taken over keeps no other from it: it is tried again as
 * long as it is among what is read again. Answers whether there was time for all.
 */
async function syncEach(shop: Shop, gatewayRefunds: GatewayRefund[]): Promise<boolean> {
  const end = performance.now() + MAX_SYNC_TIME
  for (const refund of await findChangedRefunds(shop, gatewayRefunds)) {
    if (performance.now() > end) return false
    try {
      await shop.transaction((tx) => syncRefund(tx, refund))
    } catch (error) {
      shop.log.error({ err: error, refundId: refund.id }, "a refund of the payment service could not be taken over")
    }
  }
  return true
}

/** Takes over how all refunds of an intent stand. */
export async function syncRefundsOf(shop: Shop, intentId: string): Promise<void> {
  await syncRefunds(shop, await shop.payments.refundsOf(intentId))
}

/** Keeps what the gateway says of refunds, each once, however often the gateway reports them. */
export async function syncRefunds(shop: Shop, gatewayRefunds: GatewayRefund[]): Promise<void> {
  for (const refund of await findChangedRefunds(shop, gatewayRefunds))
    await shop.transaction((tx) => syncRefund(tx, refund))
}

async function syncRefund(tx: Tx, gatewayRefund: GatewayRefund): Promise<void> {
  const ours = await findOwnRefund(tx, gatewayRefund)
  if (ours) await recordRefundResult(tx, ours, gatewayRefund)
  // A refund that failed elsewhere has moved nothing.
  else if (gatewayRefund.status !== "failed") await syncExternalRefund(tx, gatewayRefund)
}

async function syncExternalRefund(tx: Tx, gatewayRefund: GatewayRefund): Promise<void> {
  const order = await tx.db
    .selectFrom("orders")
    .select(["id", "user_id", "total_price", "refunded_amount"])
    .where("payment_intent_id", "=", gatewayRefund.intentId)
    .forUpdate()
    .executeTakeFirst()
  if (!order) return matchOwedRefund(tx, gatewayRefund)
  // The holder of the order's lock before us may have heard of the same refund.
  if (await isKnownRefund(tx, gatewayRefund)) return
  const fits = order.refunded_amount + gatewayRefund.amount <= order.total_price
  if (fits) await insertExternalRefund(tx, order.id, gatewayRefund)
  const cancelled = fits && (await cancelIfRefunded(tx, order.id))
  await emit(tx, "refund.made-elsewhere", { refund: gatewayRefund, order, fits, cancelled })
}

/** A payment without an order is owed back in full: when somebody else was quicker, it is not paid back twice. */
async function matchOwedRefund(tx: Tx, gatewayRefund: GatewayRefund): Promise<void> {
  const owed = await findOwedRefund(tx, gatewayRefund)
  if (owed) await recordRefundResult(tx, owed, gatewayRefund)
}
