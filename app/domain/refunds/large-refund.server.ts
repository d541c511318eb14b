import { type Selectable, sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { isProven, requireProof } from "~/domain/accounts/proof"
import { ago, DAY } from "~/domain/durations"
import { isLargeRefund } from "~/domain/money/currency"
import type { Cents } from "~/domain/money/money"
import type { Queryable, Tx } from "~/domain/shop"
import type { Tables } from "~db/schema"

interface AskedRefund {
  /** Absent if the payment became no order */
  orderId?: string
  amount: Cents
}

/** Includes the person's earlier refunds of the order: a large refund in parts is a large refund. */
export async function isLargeOfOrder(
  { db, settings }: Queryable,
  staff: Staff<never>,
  { order: { id, refunded_amount: refundedByAll }, amount }: { order: RefundedOrder; amount: Cents },
): Promise<boolean> {
  const { currency } = settings.current.pricing
  if (!isLargeRefund(refundedByAll + amount, currency)) return false
  return isLargeRefund((await refundedBy(db, staff.id, sql<boolean>`order_id = ${id}`)) + amount, currency)
}

type RefundedOrder = Pick<Selectable<Tables["orders"]>, "id" | "refunded_amount">

/**
 * Includes the person's other refunds of the order, and of all orders within a day. Without a recent proof, concurrent
 * refunds of one person run one after the other, so that each counts the others.
 * @throws ShopError `staleProof`
 */
export async function proveLargeRefund(
  tx: Tx,
  staff: Staff<never>,
  { orderId = "", amount }: AskedRefund,
): Promise<void> {
  if (isProven(tx, staff, "refund.large")) return
  await tx.db.selectFrom("staff").select("user_id").where("user_id", "=", staff.id).forNoKeyUpdate().execute()
  const counted = sql<boolean>`(order_id = ${orderId} or created_at > ${ago(tx, DAY)})`
  const refunded = await refundedBy(tx.db, staff.id, counted)
  if (isLargeRefund(refunded + amount, tx.settings.current.pricing.currency)) requireProof(tx, staff, "refund.large")
}

async function refundedBy(db: Queryable["db"], staffId: string, counted: ReturnType<typeof sql<boolean>>) {
  const { refunded } = await db
    .selectFrom("refunds")
    .select(sql<string>`coalesce(sum(amount), 0)`.as("refunded"))
    .where("requested_by", "=", staffId)
    .where("status", "<>", "failed")
    .where(counted)
    .executeTakeFirstOrThrow()
  return Number(refunded)
}
