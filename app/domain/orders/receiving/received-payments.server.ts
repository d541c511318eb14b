import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import type { Cents } from "~/domain/money/money"
import type { Shop, Tx } from "~/domain/shop"
import type { LockedOrder } from "../lock-order.server"

/** The amount that an unpaid order still owes. The caller holds the order's lock. */
export async function readMissing({ db }: Tx, order: LockedOrder): Promise<Cents> {
  const { received } = await db
    .selectFrom("received_payments")
    .select(sql<Cents>`coalesce(sum(amount), 0)::integer`.as("received"))
    .where("order_id", "=", order.id)
    .where("undone_at", "is", null)
    .executeTakeFirstOrThrow()
  return Math.max(0, order.total_price - order.refunded_amount - received)
}

export interface ReceivedPayment {
  id: string
  amount: Cents
  receivedAt: Date
  recordedAt: Date
  /** Names of members of staff; null if no person did it */
  recordedBy: string | null
  undoneAt: Date | null
  undoneBy: string | null
  /** Whether it was matched with an entry of the bank */
  isOfBank: boolean
}

/** Lists the payments of an order, oldest first, including undone ones. */
export async function listReceivedPayments(
  { db }: Shop,
  _staff: Staff<"orders.see">,
  orderId: string,
): Promise<ReceivedPayment[]> {
  return db
    .selectFrom("received_payments")
    .select(["id", "amount", "received_at as receivedAt", "created_at as recordedAt", "undone_at as undoneAt"])
    .select([
      sql<string | null>`(select name from users where users.id = recorded_by)`.as("recordedBy"),
      sql<string | null>`(select name from users where users.id = undone_by)`.as("undoneBy"),
      sql<boolean>`bank_line_id is not null`.as("isOfBank"),
    ])
    .where("order_id", "=", orderId)
    .orderBy("created_at")
    .orderBy("id")
    .execute()
}
