import { formatCents } from "../money"
import { isObjectId } from "../object-id"
import { newObjectId } from "../object-id.server"
import type { GatewayNotice, GatewayRefund } from "../payments/gateway"
import { noteIncident } from "../payments/incidents.server"
import { recordRefund } from "../payments/settle-refund.server"
import type { Books, Shop } from "../shop"
import { finishPayment } from "./finish-payment.server"

/**
 * Does what a message of the gateway is about. Messages come late, twice, in any order and about other shops' affairs:
 * so each is only a reason to ask how things stand.
 * @throws ShopError `unavailable` when the gateway cannot be asked: then it should write again
 */
export async function receiveNotice(shop: Shop, notice: GatewayNotice): Promise<void> {
  if (notice.about === "payment") await finishPayment(shop, notice.id)
  if (notice.about === "refund") await receiveRefund(shop, notice.id)
  if (notice.about === "dispute") await receiveDispute(shop, notice)
}

async function receiveRefund(shop: Shop, id: string): Promise<void> {
  const told = await shop.payments.findRefund(id)
  if (!told) return
  await shop.transaction(async (books) => {
    const ours = await findRefundOf(books, told)
    if (ours) await recordRefund(books, ours, told)
    else await addForeignRefund(books, told)
  })
}

async function findRefundOf(books: Books, told: GatewayRefund) {
  const { id, refundId } = told
  return books.db
    .selectFrom("refunds")
    .selectAll()
    .where((refund) =>
      refund.or([
        refund("gateway_refund_id", "=", id),
        ...(refundId && isObjectId(refundId)
          ? [refund.and([refund("id", "=", refundId), refund("gateway_refund_id", "is", null)])]
          : []),
      ]),
    )
    .forUpdate()
    .executeTakeFirst()
}

/** Somebody refunded an order at the gateway itself: the order's sums must know, and so must the administrators. */
async function addForeignRefund(books: Books, told: GatewayRefund): Promise<void> {
  if (told.status !== "succeeded") return
  const order = await books.db
    .selectFrom("orders")
    .select(["id", "user_id", "total_price", "refunded_amount"])
    .where("payment_intent_id", "=", told.intentId)
    .forUpdate()
    .executeTakeFirst()
  if (!order) return
  const fits = order.refunded_amount + told.amount <= order.total_price
  if (fits) {
    await books.db
      .insertInto("refunds")
      .values({
        id: newObjectId(books.now()),
        order_id: order.id,
        payment_intent_id: told.intentId,
        amount: told.amount,
        reason: "Refunded at the payment service",
        status: "succeeded",
        gateway_refund_id: told.id,
        created_at: books.now(),
        settled_at: books.now(),
      })
      .onConflict((conflict) => conflict.column("gateway_refund_id").doNothing())
      .execute()
  }
  await noteIncident(books, {
    kind: "refunded-elsewhere",
    intentId: told.intentId,
    userId: order.user_id,
    orderId: order.id,
    detail: `${formatCents(told.amount)} were refunded at the payment service, not in the shop.`,
    settled: fits,
  })
}

async function receiveDispute(
  shop: Shop,
  { intentId, reason }: Extract<GatewayNotice, { about: "dispute" }>,
): Promise<void> {
  const payment = await shop.db
    .selectFrom("payments")
    .leftJoin("orders", "orders.payment_intent_id", "payments.intent_id")
    .select(["payments.user_id", "payments.checkout_id", "orders.id as order_id"])
    .where("payments.intent_id", "=", intentId)
    .executeTakeFirst()
  if (!payment) return
  await noteIncident(shop, {
    kind: "disputed",
    intentId,
    userId: payment.user_id,
    orderId: payment.order_id,
    checkoutId: payment.checkout_id,
    detail: `The cardholder's bank disputes the payment (${reason}). Please answer at the payment service.`,
  })
}
