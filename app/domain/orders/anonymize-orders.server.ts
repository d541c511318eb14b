import { sql } from "kysely"
import { unreachableEmail } from "~/domain/accounts/users/erase-user.server"
import { RESTORE_DAYS } from "~/domain/audit/audit"
import { ago, DAY } from "~/domain/durations"
import { ERASED_NAME } from "~/domain/erased-name"
import { anonymizePayouts } from "~/domain/payouts/payouts.server"
import { clearRefundReasons } from "~/domain/refunds/refunds.server"
import { anonymizedShippingInfo, hasPrivateShippingInfo } from "~/domain/shipping/shipping.server"
import type { Tx } from "~/domain/shop"
import { endRefundRequests } from "./cancellation/refund-requests.server"
import { deleteOrderNotes } from "./order-notes.server"
import { statusesWhere } from "./order-status"

const delivered = statusesWhere(({ next, cancelRefusal, sold }) => next === null && cancelRefusal !== null && sold)
const undone = statusesWhere(({ sold }) => !sold)

/**
 * Anonymizes orders that are delivered and paid, cancelled with all money paid back, or too old to be restored. A payout
 * that is not done keeps the name.
 */
export async function anonymizeFinishedOrders(tx: Tx): Promise<void> {
  const erased = tx.db.selectFrom("users").select("id").where("erased_at", "is not", null)
  const restorableSince = ago(tx, RESTORE_DAYS * DAY)
  const hasPending = sql`exists (select from refunds where refunds.order_id = orders.id and refunds.status = 'requested')`
  const hasPayout = sql`exists (
    select from refunds where refunds.order_id = orders.id and refunds.status = 'requested' and payout = 'bank')`
  const isFinished = sql<boolean>`(deleted_at < ${restorableSince}
    or (status = any(${delivered}) and payment_status <> 'awaiting' and not ${hasPayout})
    or (status = any(${undone}) and payment_status in ('refunded', 'awaiting') and not ${hasPending}))
    and not exists (select from returns where returns.order_id = orders.id and closed_at is null and returns.status <> 'declared')`
  const anonymized = await tx.db
    .updateTable("orders")
    .set({
      shipping_info: anonymizedShippingInfo,
      cancellation_reason: null,
      user_name: ERASED_NAME,
      user_email: unreachableEmail(sql.ref("orders.user_id")),
    })
    .where("user_id", "in", erased)
    .where(isFinished)
    .where(sql<boolean>`not exists (select from billing_document_requests where order_id = orders.id)`)
    .where((order) => order.or([order("user_name", "<>", ERASED_NAME), hasPrivateShippingInfo]))
    .returning("id")
    .execute()
  const ids = anonymized.map(({ id }) => id)
  if (ids.length === 0) return
  await deleteOrderNotes(tx, ids)
  await endRefundRequests(tx, ids)
  await clearRefundReasons(tx, ids)
  await anonymizePayouts(tx, ids)
}
