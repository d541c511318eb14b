import { ago, DAY } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import type { Queryable, Shop } from "~/domain/shop"
import { cancelSale } from "../cancellation/cancel-sale.server"
import { lockSale } from "../cancellation/sale.server"
import { lockOrderEvenDeleted } from "../lock-order.server"
import { isCancellable, statusesWhere } from "../order-status"
import { readMissing } from "./received-payments.server"

const sent = statusesWhere(({ parcel }) => parcel === "sent")
const cancellable = statusesWhere(({ cancelRefusal }) => cancelRefusal === null)
/** The time before its end at which an order's customer is reminded */
const REMINDER = 2 * DAY
const BATCH = 100

const OVERDUE = 30 * DAY

/** Counts orders that were sent long ago, or made ready for collection, and are not paid. Nothing cancels them. */
export async function countOverdueOrders(shop: Queryable): Promise<number> {
  const { count } = await shop.db
    .selectFrom("orders")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("payment_status", "=", "awaiting")
    .where("status", "<>", "Cancelled")
    .where("deleted_at", "is", null)
    .where("status", "in", sent)
    .where("shipped_at", "<", ago(shop, OVERDUE))
    .executeTakeFirstOrThrow()
  return count
}

/** Reminds customers whose order ends soon, and cancels orders that were not paid in time. */
export async function endUnpaidOrders(shop: Shop, signal?: AbortSignal): Promise<void> {
  const now = shop.now()
  for (const id of await findDue(shop, now)) {
    if (signal?.aborted) return
    await cancelUnpaid(shop, id)
  }
  for (const id of await findDue(shop, new Date(now.getTime() + REMINDER), { notReminded: true })) {
    if (signal?.aborted) return
    await remind(shop, id)
  }
}

async function findDue({ db, now }: Shop, before: Date, { notReminded = false } = {}): Promise<string[]> {
  const due = db
    .selectFrom("orders")
    .select("id")
    .where("payment_status", "=", "awaiting")
    .where("status", "<>", "Cancelled")
    .where("deleted_at", "is", null)
    .where("status", "in", cancellable)
    .where("payment_due_at", "<=", before)
  // An order with a short time is not reminded on the day on which it was placed.
  const unreminded = due
    .where("payment_reminded_at", "is", null)
    .where("created_at", "<", new Date(now().getTime() - DAY))
  const rows = await (notReminded ? unreminded : due).orderBy("payment_due_at").orderBy("id").limit(BATCH).execute()
  return rows.map(({ id }) => id)
}

async function cancelUnpaid(shop: Shop, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const sale = await lockSale(tx, id, { evenDeleted: true })
    const { payment_status, payment_due_at: dueAt, deleted_at } = sale.order
    const isDue = payment_status === "awaiting" && dueAt !== null && dueAt <= tx.now() && deleted_at === null
    if (isDue && isCancellable(sale.order)) await cancelSale(tx, sale, { by: "unpaid", actor: null, restock: true })
  })
}

async function remind(shop: Shop, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const order = await lockOrderEvenDeleted(tx, id)
    const isOpen = order.payment_status === "awaiting" && order.deleted_at === null && isCancellable(order)
    if (!isOpen || order.payment_reminded_at !== null) return
    const reminded = { payment_reminded_at: tx.now() }
    await tx.db.updateTable("orders").set(reminded).where("id", "=", id).execute()
    await emit(tx, "order.payment-reminded", {
      order: { ...order, ...reminded },
      missing: await readMissing(tx, order),
    })
  })
}
