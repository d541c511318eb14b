import { sql } from "kysely"
import { jsonArrayFrom } from "kysely/helpers/postgres"
import { isObjectId } from "~/domain/object-id"
import type { Queryable, Tx } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import { type LockedOrder, lockOrder, lockOrderEvenDeleted } from "../lock-order.server"
import type { RefundableLine } from "../order"
import type { OfflineMoney } from "./offline-money"

export interface SoldLine extends RefundableLine {
  variantId: string
  /** Why it is exempt from withdrawal */
  exemption: string | null
  /** Units in open returns */
  coming: number
}

/** An order with everything that limits its refunds */
export interface Sale {
  order: LockedOrder
  lines: SoldLine[]
  isGuest: boolean
  /** Null for an order that is paid online */
  money: OfflineMoney | null
  /** The method of the payment service; null if it is unknown */
  onlineMethod: string | null
  /** Whether a refund may still fail at the gateway */
  hasPendingRefund: boolean
  /** Whether a refund request waits for staff with the permission */
  hasRefundRequest: boolean
}

interface Wanted {
  /** Includes deleted orders. */
  evenDeleted?: boolean
}

/**
 * Locks the order, then reads it with its lines, because a statement that waits for the lock would read outdated lines.
 */
export async function lockSale(tx: Tx, id: string, { evenDeleted }: Wanted = {}): Promise<Sale> {
  await (evenDeleted ? lockOrderEvenDeleted : lockOrder)(tx, id)
  return readSale(tx, id, { evenDeleted })
}

/** For a change, the caller holds the order's lock. Throws `notFound`. */
export async function readSale({ db }: Queryable, id: string, { evenDeleted }: Wanted = {}): Promise<Sale> {
  const missing = () => notFound("No order found")
  if (!isObjectId(id)) throw missing()
  const row = await db
    .selectFrom("orders")
    .selectAll("orders")
    .select((of) => [
      sql<boolean>`coalesce((select is_guest from users where users.id = orders.user_id), false)`.as("isGuest"),
      sql<boolean>`exists (
        select from refunds where order_id = orders.id and refunds.status = 'requested' and payout is null)`.as(
        "hasPendingRefund",
      ),
      offlineMoney.as("money"),
      sql<boolean>`exists (select from refund_requests where order_id = orders.id)`.as("hasRefundRequest"),
      sql<string | null>`(select method from payments where intent_id = orders.payment_intent_id)`.as("onlineMethod"),
      jsonArrayFrom(
        of
          .selectFrom("order_lines")
          .select(["id", "variant_id as variantId", "name", "price", "quantity", "adjustments", "taxes"])
          .select(["returned_quantity as returnedQuantity", "written_off_quantity as writtenOffQuantity"])
          .select("withdrawal_exemption as exemption")
          .select(comingUnits.as("coming"))
          .whereRef("order_id", "=", "orders.id")
          .orderBy("position"),
      ).as("lines"),
    ])
    .where("orders.id", "=", id)
    .executeTakeFirstOrThrow(missing)
  if (row.deleted_at !== null && !evenDeleted) throw missing()
  const { lines, isGuest, money, onlineMethod, hasPendingRefund, hasRefundRequest, ...order } = row
  return { order, lines, isGuest, money, onlineMethod, hasPendingRefund, hasRefundRequest }
}

const comingUnits = sql<number>`(
  select coalesce(sum(return_lines.quantity), 0)::integer from return_lines join returns on returns.id = return_id
  where order_line_id = order_lines.id and closed_at is null)`

const refundsBy = (payout: "bank" | "waived") => sql`(
  select coalesce(sum(amount), 0)::integer from refunds
  where order_id = orders.id and payout = ${sql.lit(payout)} and refunds.status <> 'failed')`

const offlineMoney = sql<OfflineMoney | null>`case when payment_method <> 'online' then json_build_object(
  'received', (select coalesce(sum(amount), 0)::integer from received_payments
    where order_id = orders.id and undone_at is null),
  'paidBack', ${refundsBy("bank")}, 'waived', ${refundsBy("waived")}) end`
