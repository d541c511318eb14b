import { type Selectable, sql } from "kysely"
import type { OrdersTable } from "~db/schema"
import type { Cents } from "../money"
import { newObjectId } from "../object-id.server"
import { settleRefund } from "../payments/settle-refund.server"
import type { Books, Shop } from "../shop"
import { mailRefunded } from "./order-mails.server"

interface NewRefund {
  amount: Cents
  reason: string
  by: string
}

/** Writes down that money goes back; the caller holds the order's lock. Answers the refund's id. */
export async function askForRefund(
  books: Books,
  order: Pick<Selectable<OrdersTable>, "id" | "payment_intent_id">,
  { amount, reason, by }: NewRefund,
): Promise<string> {
  const id = newObjectId(books.now())
  const { payment_intent_id } = order
  await books.db
    .insertInto("refunds")
    .values({ id, order_id: order.id, payment_intent_id, amount, reason, requested_by: by, created_at: books.now() })
    .execute()
  return id
}

/** Carries a refund out now if the gateway can be asked, else reconciliation will. Answers why it failed, if it did. */
export async function settleSoon(shop: Shop, refundId: string): Promise<string | null> {
  await settleRefund(shop, refundId).catch((error) => {
    shop.log.warn({ err: error, refundId }, "a refund waits for the next reconciliation")
  })
  const query = shop.db.selectFrom("refunds").select(["status", "failure"]).where("id", "=", refundId)
  const { status, failure } = await query.executeTakeFirstOrThrow()
  return status === "failed" ? (failure ?? "it gives no reason") : null
}

/** Has the customer told of a refund in two minutes, should the process not live to do it itself. */
export async function tellLater(books: Books, refundId: string): Promise<void> {
  await sql`select graphile_worker.add_job('tell-refund', ${JSON.stringify({ id: refundId })}::json,
    run_at => now() + interval '2 minutes')`.execute(books.db)
}

/** Promises the letter about an order's refund, once; none for a refund that failed. */
export async function tellRefund(shop: Shop, refundId: string): Promise<void> {
  await shop.transaction(async (books) => {
    const refund = await books.db.selectFrom("refunds").selectAll().where("id", "=", refundId).executeTakeFirst()
    if (!refund?.order_id || refund.status === "failed") return
    await mailRefunded(books, refund.order_id, { refundId, amount: refund.amount })
  })
}
