import { MINUTE } from "~/domain/durations"
import { addJob } from "~/domain/jobs.server"
import { queueMail } from "~/domain/mail/outbox.server"
import { notifyOwner } from "~/domain/mail/owner-notifications.server"
import { chargesOf } from "~/domain/pricing/quote"
import { viewAddress } from "~/domain/shipping/shipping.server"
import type { Shop, Tx } from "~/domain/shop"
import { totalsColumn } from "~/domain/totals-column.server"
import { newOrderNotification, type OrderEmailData, type OrderEvent, orderEmail } from "./order-emails"
import { unitsToSendColumn } from "./units-to-send.server"

/**
 * Queues the e-mail about what has happened to an order, in the transaction of what it reports.
 * @param dedupeId for each of which such an event has one e-mail, however often it is queued; the order's unless given
 */
export async function queueOrderEmail(tx: Tx, orderId: string, event: OrderEvent, dedupeId = orderId): Promise<void> {
  const order = await readEmailData(tx, orderId)
  const { userEmail, userId } = order
  await queueMail(tx, userEmail, orderEmail(tx.identity, order, event), [userId], `${event.kind}-${dedupeId}`)
}

/** The owner hears of each order, with its lines. */
export async function notifyOwnerOfOrder(tx: Tx, orderId: string): Promise<void> {
  const order = await readEmailData(tx, orderId)
  await notifyOwner(tx, `order-${orderId}`, newOrderNotification(order), [order.userId])
}

/** Schedules the e-mail about a refund in two minutes, should the process not live to queue it itself. */
export async function scheduleRefundEmail(tx: Tx, refundId: string): Promise<void> {
  await addJob(tx, "notify-refund", { id: refundId }, { delay: 2 * MINUTE })
}

/**
 * Queues the e-mail about an order's refund, once; none for a refund that failed. An order may be refunded in parts, and
 * each part has an e-mail of its own.
 */
export async function queueRefundEmail(shop: Shop, refundId: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const refund = await tx.db.selectFrom("refunds").selectAll().where("id", "=", refundId).executeTakeFirst()
    if (!refund?.order_id || refund.status === "failed") return
    await queueOrderEmail(tx, refund.order_id, { kind: "order-refunded", amount: refund.amount }, refundId)
  })
}

async function readEmailData(tx: Tx, id: string): Promise<OrderEmailData & { userId: string }> {
  const { shippingInfo, ...order } = await tx.db
    .selectFrom("orders")
    .select(["id", "user_id as userId", "user_name as userName", "user_email as userEmail", "currency", totalsColumn])
    .select(["tracking_number as trackingNumber", "shipping_info as shippingInfo"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow()
  const lines = await tx.db
    .selectFrom("order_lines")
    .select(["name", "price", "quantity", "adjustments", "taxes", unitsToSendColumn.as("toSend")])
    .where("order_id", "=", id)
    .orderBy("position")
    .execute()
  const { address, city, state, pinCode, country } = viewAddress(shippingInfo)
  const place = `${city} ${state} ${pinCode}`.replace(/\s+/g, " ").trim()
  return { ...order, ...chargesOf(lines, order.totals), lines, address: [order.userName, address, place, country] }
}
