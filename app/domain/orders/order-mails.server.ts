import type { Letter } from "../mail/letter"
import { queueMail } from "../mail/outbox.server"
import type { Cents } from "../money"
import { viewAddress } from "../shipping/shipping.server"
import type { Books, Identity } from "../shop"
import {
  type OrderFacts,
  orderCancelledLetter,
  orderConfirmedLetter,
  orderDeliveredLetter,
  orderRefundedLetter,
  orderShippedLetter,
} from "./order-letters"

/** Promises the letter that confirms an order; like those below once only, in the transaction of what it reports. */
export async function mailConfirmed(books: Books, orderId: string): Promise<void> {
  await mailOrder(books, orderId, "order-confirmed", orderConfirmedLetter)
}

export async function mailShipped(books: Books, orderId: string): Promise<void> {
  await mailOrder(books, orderId, "order-shipped", orderShippedLetter)
}

export async function mailDelivered(books: Books, orderId: string): Promise<void> {
  await mailOrder(books, orderId, "order-delivered", orderDeliveredLetter)
}

/** @param amount what goes back with the cancellation, in cents */
export async function mailCancelled(books: Books, orderId: string, amount: Cents): Promise<void> {
  await mailOrder(books, orderId, "order-cancelled", (identity, order) => orderCancelledLetter(identity, order, amount))
}

/** An order may be refunded in parts: one letter for each. */
export async function mailRefunded(
  books: Books,
  orderId: string,
  { refundId, amount }: { refundId: string; amount: Cents },
): Promise<void> {
  const write: Writer = (identity, order) => orderRefundedLetter(identity, order, amount)
  await mailOrder(books, orderId, "order-refunded", write, refundId)
}

type Writer = (identity: Identity, order: OrderFacts) => Letter

async function mailOrder(books: Books, orderId: string, kind: string, write: Writer, about = orderId): Promise<void> {
  const { to, facts } = await readFacts(books, orderId)
  await queueMail(books, { kind, to, letter: write(books.identity, facts), dedupeKey: `${kind}-${about}` })
}

async function readFacts(books: Books, id: string): Promise<{ to: string; facts: OrderFacts }> {
  const order = await books.db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow()
  const lines = await books.db
    .selectFrom("order_lines")
    .select(["name", "price", "quantity"])
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
      totals: {
        subTotal: order.item_price,
        tax: order.tax_price,
        shipping: order.shipping_price,
        total: order.total_price,
      },
      address: [order.user_name, address, `${city} ${state} ${pinCode}`.replace(/\s+/g, " ").trim(), country],
      trackingNumber: order.tracking_number,
    },
  }
}
