import { newObjectId } from "~/domain/object-id.server"
import type { Shop } from "~/domain/shop"

/** Returns the incident of a payment without an order whose refund has failed; `amount` in cents. */
export async function addFailedRefund({ db, now }: Shop, amount: number): Promise<string> {
  const [id, intentId] = [newObjectId(now()), `pi_failed_${amount}`]
  const payment = await db
    .selectFrom("payments")
    .leftJoin("refunds", "payment_id", "payments.id")
    .select("payments.id")
    .where("refunds.id", "is", null)
    .executeTakeFirstOrThrow()
  const about = { payment_id: payment.id, payment_intent_id: intentId, rejection: "no-order" } as const
  const dates = { created_at: now(), settled_at: now() }
  await db
    .insertInto("refunds")
    .values({ id, amount, status: "failed", ...about, ...dates })
    .execute()
  await db
    .insertInto("payment_incidents")
    .values({ id, kind: "refund-failed", payment_intent_id: intentId, detail: "Declined", created_at: now() })
    .execute()
  return id
}
