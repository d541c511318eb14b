import type { Updateable } from "kysely"
import type { PaymentsTable } from "~db/schema"
import type { Cents } from "../money"
import { newObjectId } from "../object-id.server"
import type { Queryable, Shop, Tx } from "../shop"
import type { Payment } from "./payment"

type PaymentInput = Pick<Payment, "userId" | "checkoutId" | "kind" | "amount">

/** Writes down a payment before the gateway hears of it; a checkout that has an open one already keeps that. */
export async function insertPayment(tx: Tx, { userId, checkoutId, kind, amount }: PaymentInput): Promise<string> {
  const id = newObjectId(tx.now())
  await tx.db
    .insertInto("payments")
    .values({ id, user_id: userId, checkout_id: checkoutId, kind, amount, created_at: tx.now() })
    .onConflict((conflict) => conflict.column("checkout_id").where("status", "=", "open").doNothing())
    .execute()
  return id
}

/** Writes down money that came for a payment that had been paid already. */
export async function insertDuplicatePayment(
  tx: Tx,
  { userId, checkoutId, kind }: Payment,
  { intentId, amount }: { intentId: string; amount: Cents },
): Promise<string> {
  const now = tx.now()
  const id = newObjectId(now)
  const columns = { user_id: userId, checkout_id: checkoutId, kind, amount, created_at: now, closed_at: now }
  await tx.db
    .insertInto("payments")
    .values({ id, ...columns, status: "succeeded", intent_id: intentId })
    .execute()
  return id
}

/** Keeps what the gateway calls a payment; false when the payment was closed meanwhile. */
export async function recordGatewayId(shop: Queryable, id: string, gatewayId: string): Promise<boolean> {
  return updateOpen(shop, id, { gateway_id: gatewayId })
}

/** Writes down that the shop ends a payment, before the gateway hears of it and writes back. */
export async function markPaymentCancelling(shop: Queryable, id: string): Promise<void> {
  await updateOpen(shop, id, { ending_at: shop.now() })
}

/** The payment can be paid no more. */
export async function markPaymentCancelled(shop: Queryable, id: string): Promise<void> {
  await updateOpen(shop, id, { status: "closed", closed_at: shop.now() })
}

async function updateOpen({ db }: Queryable, id: string, changes: Updateable<PaymentsTable>): Promise<boolean> {
  const query = db.updateTable("payments").set(changes).where("id", "=", id).where("status", "=", "open")
  return (await query.executeTakeFirst()).numUpdatedRows > 0n
}

/** The money came by this intent. A payment that was believed closed is not any more. */
export async function markPaymentSucceeded(tx: Tx, id: string, intentId: string): Promise<void> {
  await tx.db
    .updateTable("payments")
    .set({ status: "succeeded", intent_id: intentId, closed_at: tx.now() })
    .where("id", "=", id)
    .execute()
}

/** Says for what a payment was that had been opened without a checkout. */
export async function assignCheckout(tx: Tx, id: string, checkoutId: string): Promise<void> {
  await tx.db.updateTable("payments").set({ checkout_id: checkoutId }).where("id", "=", id).execute()
}

/** Notes that the gateway is asked about a payment now; one that never gets an answer has had its turn as well. */
export async function recordQueryTime(shop: Shop, id: string): Promise<void> {
  await shop.db.updateTable("payments").set({ asked_at: shop.now() }).where("id", "=", id).execute()
}
