import type { Buyer, Staff } from "~/domain/accounts/actor"
import { releaseUses } from "~/domain/discounts/uses.server"
import { emit } from "~/domain/events/emit.server"
import type { Actor, Events } from "~/domain/events/event"
import type { Cents } from "~/domain/money/money"
import { refundFailure, tryProcessRefund } from "~/domain/refunds/process-refund.server"
import { requestRefund } from "~/domain/refunds/refunds.server"
import { formatAmount } from "~/domain/settings/format-amount"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, notFound, ShopError } from "~/domain/shop-error"
import { type LockedOrder, leftToRefund, lockOrder, lockOrderEvenDeleted } from "../lock-order.server"
import { isCancellable, statusesWhere, statusRules } from "../order-status"
import { assertMayRefund, endRefundRequests } from "./refund-requests.server"
import { outstandingUnits, restock, writeOff } from "./restock.server"

export async function cancelOrder(shop: Shop, buyer: Buyer, id: string): Promise<void> {
  const refundId = await shop.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (order.user_id !== buyer.id) throw notFound("No order found")
    assertCancellable(order)
    return (await cancelAndRefund(tx, order, { by: "customer", actor: buyer, restock: true })).refundId
  })
  if (refundId !== null) await tryProcessRefund(shop, refundId)
}

interface CancelRequest {
  reason: string
  restock: boolean
  /** The amount refunded when the form was opened. */
  expectedRefunded?: Cents
}

/** Throws `payment` if the order is cancelled but the gateway refuses the refund. */
export async function cancelOrderAsShop(
  shop: Shop,
  staff: Staff<"orders.cancel">,
  id: string,
  { reason, restock, expectedRefunded }: CancelRequest,
): Promise<Cents> {
  const { refundId, amount } = await shop.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    assertCancellable(order)
    if (expectedRefunded !== undefined && expectedRefunded !== order.refunded_amount) {
      throw conflict("This order has been refunded in the meantime: please check what is left, and cancel again")
    }
    await assertMayRefund(tx, staff, order, leftToRefund(order))
    await endRefundRequests(tx, [id])
    return cancelAndRefund(tx, order, { by: "shop", actor: staff, restock, reason })
  })
  const failure = refundId === null ? null : await refundFailure(shop, refundId)
  if (failure !== null) {
    const refused = `the payment service refused to refund ${formatAmount(shop, amount)}: ${failure}`
    throw new ShopError("payment", `The order is cancelled, but ${refused}. Please refund it again.`)
  }
  return amount
}

/** Cancels an order refunded before shipping, once no refund of it can fail; returns whether it did. */
export async function cancelIfRefunded(tx: Tx, orderId: string, actor: Actor | null = null): Promise<boolean> {
  const order = await lockOrderEvenDeleted(tx, orderId)
  const { payment_status, deleted_at, total_price: amount } = order
  if (!isCancellable(order) || payment_status !== "refunded" || deleted_at !== null) return false
  const pendingRefunds = tx.db.selectFrom("refunds").select("id").where("order_id", "=", orderId)
  if (await pendingRefunds.where("status", "=", "requested").executeTakeFirst()) return false
  await recordCancellation(tx, order, { by: "refund", actor, restock: true, amount })
  return true
}

const cancellable = statusesWhere(({ cancelRefusal }) => cancelRefusal === null)

export async function cancelRefundedOrders(shop: Shop): Promise<void> {
  const orders = await shop.db
    .selectFrom("orders")
    .select("id")
    .where("status", "in", cancellable)
    .where("payment_status", "=", "refunded")
    .where("deleted_at", "is", null)
    .where(({ not, exists, selectFrom }) => {
      const pending = selectFrom("refunds").select("refunds.id").where("refunds.status", "=", "requested")
      return not(exists(pending.whereRef("refunds.order_id", "=", "orders.id")))
    })
    .orderBy("id")
    .limit(100)
    .execute()
  for (const { id } of orders) await shop.transaction((tx) => cancelIfRefunded(tx, id))
}

interface Cancellation extends Omit<Events["order.cancelled"], "order" | "restocked"> {
  /** Whether outstanding units return to stock; otherwise they are written off. */
  restock: boolean
}

/** The caller processes the refund after the transaction; its id is null if nothing is left. */
export async function cancelAndRefund(
  tx: Tx,
  order: LockedOrder,
  cancellation: Omit<Cancellation, "amount"> & { actor: Actor },
): Promise<{ refundId: string | null; amount: Cents }> {
  const amount = leftToRefund(order)
  await recordCancellation(tx, order, { ...cancellation, amount })
  if (amount === 0) return { refundId: null, amount }
  const { reason = "Cancelled by the customer", actor } = cancellation
  return { refundId: await requestRefund(tx, order, { amount, reason, requestedBy: actor.id }), amount }
}

/** The caller holds the order's lock and inserts the refund. */
async function recordCancellation(
  tx: Tx,
  order: LockedOrder,
  { by, actor, restock: returns, amount, reason }: Cancellation,
): Promise<void> {
  await tx.db
    .updateTable("orders")
    .set({ status: "Cancelled", cancelled_at: tx.now(), cancellation_reason: reason ?? null })
    .where("id", "=", order.id)
    .execute()
  await releaseUses(tx, { checkoutId: order.checkout_id, discounts: order.discounts })
  const returned = await outstandingUnits(tx, order.id)
  if (returns) await restock(tx, { orderId: order.id, returned, actorId: actor?.id ?? null })
  else await writeOff(tx, { orderId: order.id, returned })
  const restocked = returns ? returned.reduce((sum, { quantity }) => sum + quantity, 0) : 0
  await emit(tx, "order.cancelled", { order, by, actor, amount, reason, restocked })
}

function assertCancellable({ status }: Pick<LockedOrder, "status">): void {
  const { cancelRefusal } = statusRules[status]
  if (cancelRefusal !== null) throw conflict(cancelRefusal)
}
