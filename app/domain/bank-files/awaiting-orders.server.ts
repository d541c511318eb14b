import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { todayOf } from "~/domain/days/shop-days.server"
import { paginate } from "~/domain/lists/paginate.server"
import type { Cents } from "~/domain/money/money"
import { orderNumberIn } from "~/domain/orders/order"
import { recordPayment } from "~/domain/orders/receiving/record-payment.server"
import type { Shop, Tx } from "~/domain/shop"
import { likePattern } from "~db/like-pattern"
import type { AwaitingFilter } from "./bank-filters"
import { findPayableOrders } from "./payable-orders.server"

export interface AwaitingOrder {
  id: string
  number: number
  customer: string
  currency: string
  missing: Cents
  placedAt: Date
  /** Until when its units are held */
  dueAt: Date | null
}

type Receiver = Staff<"orders.see" | "orders.ship">

/** Lists the orders that wait for a bank transfer, those that end soonest first. */
export async function listAwaiting(
  shop: Shop,
  _staff: Receiver,
  { search, page }: AwaitingFilter,
): Promise<{ orders: AwaitingOrder[]; count: number }> {
  let matching = awaiting(shop).orderBy(sql`payment_due_at asc nulls last`).orderBy("id")
  if (search)
    matching = matching.where(
      sql<boolean>`(number = ${orderNumberIn(search)} or user_name ilike ${likePattern(search)})`,
    )
  const { rows, count } = await paginate(shop, matching, page)
  return { orders: rows, count }
}

/** Returns those of the chosen orders that still wait. */
export function findAwaiting(shop: Shop, _staff: Receiver, ids: readonly string[]): Promise<AwaitingOrder[]> {
  return awaiting(shop)
    .where("id", "in", [...ids, ""])
    .orderBy("number")
    .execute()
}

const awaiting = ({ db }: Shop) =>
  db
    .selectFrom("orders")
    .select(["id", "number", "user_name as customer", "currency", "created_at as placedAt", "payment_due_at as dueAt"])
    .select(
      sql<Cents>`greatest(0, total_price - refunded_amount - coalesce((select sum(amount) from received_payments
        where order_id = orders.id and undone_at is null), 0))::integer`.as("missing"),
    )
    .where("payment_status", "=", "awaiting")
    .where("payment_method", "=", "transfer")
    .where("status", "<>", "Cancelled")
    .where("deleted_at", "is", null)

/** Records for each order all that is missing; returns how many were recorded. Orders that were paid since are left out. */
export async function receiveOrders(tx: Tx, staff: Receiver, ids: readonly string[]): Promise<number> {
  // Locks in the order of the ids, as shipping does, so that two forms never deadlock; then reads what is still missing.
  const numbers = await tx.db
    .selectFrom("orders")
    .select("number")
    .where("id", "in", [...ids, ""])
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute()
  const orders = await findPayableOrders(
    tx,
    numbers.map(({ number }) => number),
  )
  const waiting = orders.filter(({ state, missing }) => state === "awaiting" && missing > 0)
  for (const { id, missing } of waiting.sort((one, other) => one.number - other.number))
    await recordPayment(tx, staff, id, { amount: missing, receivedOn: todayOf(tx) })
  return waiting.length
}
