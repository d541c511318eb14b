import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import { type Cents, sum } from "~/domain/money/money"
import { newObjectId } from "~/domain/object-id.server"
import { proveLargeRefund } from "~/domain/refunds/large-refund.server"
import { assertWithinRefundLimits } from "~/domain/refunds/refund-limits.server"
import type { Shop, Tx } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import { type LockedOrder, lockOrder } from "../lock-order.server"
import type { ReturnedUnits } from "../order"
import type { Sale } from "./sale.server"

/** The caller holds the order's lock. @throws BeyondRefundLimit; ShopError `staleProof` */
export async function assertMayRefund(tx: Tx, staff: Staff<never>, order: LockedOrder, amount: Cents): Promise<void> {
  await assertWithinRefundLimits(tx, staff, { amount, refundedOfOrder: order.refunded_amount })
  await proveLargeRefund(tx, staff, { orderId: order.id, amount })
}

/** For a return, its row has all other details. */
export interface RefundRequest {
  /** `whole`: the whole rest; absent: the price of the units */
  amount?: Cents | "whole"
  units?: readonly ReturnedUnits[]
  /** Units are written off otherwise; so are all others if an unshipped order is refunded in full. */
  restock?: boolean
  reason?: string
  /** The amount refunded when the form was opened; throws `conflict` after another refund. */
  snapshot?: Cents
}

interface ReturnRefundRequest extends Pick<RefundRequest, "reason"> {
  ofReturn: {
    id: string
    goods: Cents
    shipping: Cents
    units: readonly { line: string; restocked: number; writtenOff: number }[]
  }
}

type StoredRequest = RefundRequest &
  Partial<ReturnRefundRequest> & { /** The snapshot, in rows of 1.1 and earlier */ expectedRefunded?: Cents }

/** Replaces an earlier request of the same person. */
export async function requestConfirmation(
  shop: Shop,
  staff: Staff<"orders.refund">,
  id: string,
  { request, amount }: { request: RefundRequest | ReturnRefundRequest; amount: Cents },
): Promise<void> {
  await shop.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    await tx.db.deleteFrom("refund_requests").where("order_id", "=", id).where("requested_by", "=", staff.id).execute()
    const stored: StoredRequest = { ...request, snapshot: order.refunded_amount }
    const requestId = newObjectId(tx.now())
    await tx.db
      .insertInto("refund_requests")
      .values({
        ...{ id: requestId, order_id: id, amount, requested_by: staff.id, created_at: tx.now() },
        request: JSON.stringify(stored),
      })
      .execute()
    const after = { amount, reason: stored.reason }
    await emit(tx, "order.refund-proposed", { actor: staff, id, requestId, after, customerId: order.user_id, order })
  })
}

export interface WaitingRefund {
  id: string
  amount: Cents
  request: RefundRequest & Partial<ReturnRefundRequest>
  by: string
  createdAt: Date
}

export async function listWaitingRefunds(
  shop: Shop,
  _staff: Staff<"orders.see">,
  orderId: string,
): Promise<WaitingRefund[]> {
  const rows = await shop.db
    .selectFrom("refund_requests")
    .innerJoin("users", "users.id", "requested_by")
    .select(["refund_requests.id", "amount", "request", "users.name as by", "refund_requests.created_at as createdAt"])
    .where("order_id", "=", orderId)
    .orderBy("refund_requests.id")
    .execute()
  return rows.map((row) => ({ ...row, request: toRequest(row.request as StoredRequest) }))
}

function toRequest({ expectedRefunded, ...request }: StoredRequest): WaitingRefund["request"] {
  return { snapshot: expectedRefunded, ...request }
}

export async function countWaitingRefunds(
  shop: Shop,
  _staff: Staff<"staff.appoint">,
  requestedBy: string,
): Promise<number> {
  const waiting = shop.db.selectFrom("refund_requests").where("requested_by", "=", requestedBy)
  const { count } = await waiting.select(({ fn }) => fn.countAll<string>().as("count")).executeTakeFirstOrThrow()
  return Number(count)
}

export async function countOrdersWithWaitingRefund({ db }: Shop): Promise<number> {
  const orders = db
    .selectFrom("refund_requests")
    .innerJoin("orders", "orders.id", "order_id")
    .select((row) => row.fn.count<number>("order_id").distinct().as("count"))
    .where("deleted_at", "is", null)
  return (await orders.executeTakeFirstOrThrow()).count
}

/** @throws ShopError `notFound` if the request waits no longer */
export async function declineRefund(
  shop: Shop,
  staff: Staff<"orders.refund">,
  id: string,
  requestId: string,
): Promise<void> {
  await shop.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    const before = await tx.db
      .deleteFrom("refund_requests")
      .where("order_id", "=", id)
      .where("id", "=", requestId)
      .returning("amount")
      .executeTakeFirstOrThrow(() => notFound("This refund is no longer waiting for approval"))
    await emit(tx, "order.refund-declined", { actor: staff, id, before, customerId: order.user_id })
  })
}

/** The caller holds the order's lock. */
export async function declineRefundsOfReturn(
  tx: Tx,
  staff: Staff<"orders.refund">,
  { id, user_id }: LockedOrder,
  { returnId, reason }: { returnId: string; reason: string },
): Promise<void> {
  const ended = await tx.db
    .deleteFrom("refund_requests")
    .where("order_id", "=", id)
    .where(sql<boolean>`request -> 'ofReturn' ->> 'id' = ${returnId}`)
    .returning("amount")
    .execute()
  if (ended.length === 0) return
  const before = { amount: sum(ended.map(({ amount }) => amount)) }
  await emit(tx, "order.refund-declined", { actor: staff, id, before, after: { reason }, customerId: user_id })
}

/** Closes the requests that a refund by staff, or a cancellation by the shop, replaces. */
export async function endRefundRequestsOf(tx: Tx, { order, hasRefundRequest }: Sale): Promise<void> {
  if (hasRefundRequest) await endRefundRequests(tx, [order.id])
}

export async function endRefundRequests({ db }: Tx, orderIds: readonly string[]): Promise<void> {
  await db.deleteFrom("refund_requests").where("order_id", "in", orderIds).execute()
}
