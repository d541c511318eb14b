import { MINUTE } from "~/domain/durations"
import { addJob } from "~/domain/jobs.server"
import { queueMail } from "~/domain/mail/outbox.server"
import { notifyOwner } from "~/domain/mail/owner-notifications.server"
import type { RenderedEmail } from "~/domain/mail/render-email"
import type { Cents } from "~/domain/money"
import { viewAddress } from "~/domain/shipping/shipping.server"
import type { Identity, Shop, Tx } from "~/domain/shop"
import { toTotals } from "~/domain/totals-column.server"
import {
  newOrderNotification,
  type OrderEmailData,
  orderCancelledEmail,
  orderConfirmedEmail,
  orderDeliveredEmail,
  orderRefundedEmail,
  orderShippedEmail,
} from "./order-emails"
import type { NextStatus } from "./order-status"
import { unitsToSendColumn } from "./units-to-send.server"

/** Queues the e-mail that confirms an order; like those below once only, in the transaction of what it reports. */
export async function queueConfirmedEmail(tx: Tx, orderId: string): Promise<void> {
  await queueOrderEmail(tx, orderId, "order-confirmed", orderConfirmedEmail)
}

/** The owner hears of each order, with its lines. */
export async function notifyOwnerOfOrder(tx: Tx, orderId: string): Promise<void> {
  const { to, facts } = await readEmailData(tx, orderId)
  await notifyOwner(tx, `order-${orderId}`, newOrderNotification(facts, to))
}

/** Queues the e-mail to the customer whose order has come one step further. */
export async function queueStepEmail(tx: Tx, orderId: string, status: NextStatus): Promise<void> {
  const write: EmailTemplate = (identity, order) => stepEmails[status](identity, parcelOf(order))
  await queueOrderEmail(tx, orderId, `order-${status.toLowerCase()}`, write)
}

const stepEmails: Record<NextStatus, (identity: Identity, parcel: OrderEmailData) => RenderedEmail> = {
  Shipped: orderShippedEmail,
  Delivered: orderDeliveredEmail,
}

export async function queueCancelledEmail(
  tx: Tx,
  orderId: string,
  cancelled: Parameters<typeof orderCancelledEmail>[2],
): Promise<void> {
  const write: EmailTemplate = (identity, order) => orderCancelledEmail(identity, order, cancelled)
  await queueOrderEmail(tx, orderId, "order-cancelled", write)
}

/** Schedules the e-mail about a refund in two minutes, should the process not live to queue it itself. */
export async function scheduleRefundEmail(tx: Tx, refundId: string): Promise<void> {
  await addJob(tx, "tell-refund", { id: refundId }, { delay: 2 * MINUTE })
}

/** Queues the e-mail about an order's refund, once; none for a refund that failed. */
export async function queueRefundEmail(shop: Shop, refundId: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const refund = await tx.db.selectFrom("refunds").selectAll().where("id", "=", refundId).executeTakeFirst()
    if (!refund?.order_id || refund.status === "failed") return
    await queueRefundedEmail(tx, refund.order_id, { refundId, amount: refund.amount })
  })
}

/** An order may be refunded in parts, and each part has an e-mail of its own. */
async function queueRefundedEmail(
  tx: Tx,
  orderId: string,
  { refundId, amount }: { refundId: string; amount: Cents },
): Promise<void> {
  const write: EmailTemplate = (identity, order) => orderRefundedEmail(identity, order, amount)
  await queueOrderEmail(tx, orderId, "order-refunded", write, refundId)
}

interface ParcelEmailData extends OrderEmailData {
  lines: (OrderEmailData["lines"][number] & { toSend: number })[]
}

type EmailTemplate = (identity: Identity, order: ParcelEmailData) => RenderedEmail

/** What is in the parcel of an order, which may be less than was ordered. */
function parcelOf(order: ParcelEmailData): OrderEmailData {
  const lines = order.lines.filter(({ toSend }) => toSend > 0).map((line) => ({ ...line, quantity: line.toSend }))
  return { ...order, lines }
}

async function queueOrderEmail(
  tx: Tx,
  orderId: string,
  kind: string,
  template: EmailTemplate,
  dedupeId = orderId,
): Promise<void> {
  const { to, facts } = await readEmailData(tx, orderId)
  await queueMail(tx, { kind, to, message: template(tx.identity, facts), dedupeKey: `${kind}-${dedupeId}` })
}

async function readEmailData(tx: Tx, id: string): Promise<{ to: string; facts: ParcelEmailData }> {
  const order = await tx.db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow()
  const lines = await tx.db
    .selectFrom("order_lines")
    .select(["name", "price", "quantity", unitsToSendColumn.as("toSend")])
    .where("order_id", "=", id)
    .orderBy("position")
    .execute()
  const { address, city, state, pinCode, country } = viewAddress(order.shipping_info)
  return {
    to: order.user_email,
    facts: {
      id,
      userName: order.user_name,
      lines,
      refundedUnits: lines.reduce((sum, { quantity, toSend }) => sum + quantity - toSend, 0),
      totals: toTotals(order),
      address: [order.user_name, address, `${city} ${state} ${pinCode}`.replace(/\s+/g, " ").trim(), country],
      trackingNumber: order.tracking_number,
    },
  }
}
