import { randomBytes } from "node:crypto"
import type { Selectable } from "kysely"
import { type GatewayRefund, GatewayRefusal, type NewRefund } from "~/domain/payments/gateway"
import type { Database } from "~db/database.server"
import type { Tables } from "~db/schema"

/** Refunds at most what was paid, once per `refundId`. */
export async function refundInSandbox(db: Database, refund: NewRefund, now: Date): Promise<GatewayRefund> {
  const { intentId, amount, refundId } = refund
  return db.transaction().execute(async (tx) => {
    const intent = await tx
      .selectFrom("sandbox_intents")
      .select(["amount", "status"])
      .where("id", "=", intentId)
      .forUpdate()
      .executeTakeFirst()
    if (intent?.status !== "succeeded") throw refusal("Only a succeeded payment can be refunded")
    const earlier = await tx.selectFrom("sandbox_refunds").selectAll().where("intent_id", "=", intentId).execute()
    const same = earlier.find((row) => row.idempotency_key === refundId)
    if (same) return toRefund(same)
    const refunded = earlier.reduce((sum, row) => sum + row.amount, 0)
    if (refunded + amount > intent.amount) throw refusal("A refund cannot be larger than the rest of the payment")
    const row = {
      id: `re_sandbox_${randomBytes(12).toString("hex")}`,
      intent_id: intentId,
      idempotency_key: refundId,
      amount,
      created_at: now,
    }
    await tx.insertInto("sandbox_refunds").values(row).execute()
    return toRefund(row)
  })
}

export async function findSandboxRefund(db: Database, id: string): Promise<GatewayRefund | null> {
  const row = await db.selectFrom("sandbox_refunds").selectAll().where("id", "=", id).executeTakeFirst()
  return row ? toRefund(row) : null
}

export async function listSandboxRefunds(
  db: Database,
  by: { intentId: string } | { since: Date },
): Promise<GatewayRefund[]> {
  const all = db.selectFrom("sandbox_refunds").selectAll().orderBy("created_at", "desc").orderBy("id").limit(1_000)
  const wanted = "since" in by ? all.where("created_at", ">=", by.since) : all.where("intent_id", "=", by.intentId)
  return (await wanted.execute()).map(toRefund)
}

function toRefund(row: Selectable<Tables["sandbox_refunds"]>): GatewayRefund {
  return {
    id: row.id,
    intentId: row.intent_id,
    amount: row.amount,
    status: "succeeded",
    failure: null,
    refundId: row.idempotency_key,
    createdAt: row.created_at,
  }
}

const refusal = (message: string) => new GatewayRefusal("invalid", message)
