import { randomBytes } from "node:crypto"
import type { Selectable } from "kysely"
import { MINUTE } from "~/domain/durations"
import { type GatewayRefund, GatewayRefusal, type NewRefund } from "~/domain/payments/gateway"
import { methodName, refundRuleOf } from "~/domain/payments/online-methods"
import type { Database } from "~db/database.server"
import type { Tables } from "~db/schema"

/** Milliseconds after which a deferred refund arrives */
const DEFERRED = 2 * MINUTE

/** Refunds at most what was paid, once per `refundId`. */
export async function refundInSandbox(db: Database, refund: NewRefund, now: Date): Promise<GatewayRefund> {
  const { intentId, amount, refundId } = refund
  return db.transaction().execute(async (tx) => {
    const intent = await tx
      .selectFrom("sandbox_intents")
      .select(["amount", "status", "method"])
      .where("id", "=", intentId)
      .forUpdate()
      .executeTakeFirst()
    if (intent?.status !== "succeeded") throw refusal("Only a succeeded payment can be refunded")
    const earlier = await tx.selectFrom("sandbox_refunds").selectAll().where("intent_id", "=", intentId).execute()
    const same = earlier.find((row) => row.idempotency_key === refundId)
    if (same) return toRefund(same, now)
    const refunded = earlier.reduce((sum, row) => sum + row.amount, 0)
    if (refunded + amount > intent.amount) throw refusal("A refund cannot be larger than the rest of the payment")
    const rule = refundRuleOf(intent.method)
    const name = methodName(intent.method ?? "card")
    if (rule.parts === "none") throw refusal(`Payments by ${name} cannot be refunded`)
    if (rule.parts === "whole" && amount < intent.amount)
      throw refusal(`Payments by ${name} can only be refunded in full`)
    const row = {
      id: `re_sandbox_${randomBytes(12).toString("hex")}`,
      intent_id: intentId,
      idempotency_key: refundId,
      amount,
      arrives_at: rule.isDeferred ? new Date(now.getTime() + DEFERRED) : null,
      created_at: now,
    }
    await tx.insertInto("sandbox_refunds").values(row).execute()
    return toRefund(row, now)
  })
}

export async function findSandboxRefund(db: Database, id: string, now: Date): Promise<GatewayRefund | null> {
  const row = await db.selectFrom("sandbox_refunds").selectAll().where("id", "=", id).executeTakeFirst()
  return row ? toRefund(row, now) : null
}

export async function listSandboxRefunds(
  db: Database,
  by: { intentId: string } | { since: Date },
  now: Date,
): Promise<GatewayRefund[]> {
  const all = db.selectFrom("sandbox_refunds").selectAll().orderBy("created_at", "desc").orderBy("id").limit(1_000)
  const wanted = "since" in by ? all.where("created_at", ">=", by.since) : all.where("intent_id", "=", by.intentId)
  return (await wanted.execute()).map((row) => toRefund(row, now))
}

function toRefund(row: Selectable<Tables["sandbox_refunds"]>, now: Date): GatewayRefund {
  return {
    id: row.id,
    intentId: row.intent_id,
    amount: row.amount,
    status: row.arrives_at !== null && row.arrives_at > now ? "pending" : "succeeded",
    failure: null,
    refundId: row.idempotency_key,
    createdAt: row.created_at,
  }
}

const refusal = (message: string) => new GatewayRefusal("invalid", message)
