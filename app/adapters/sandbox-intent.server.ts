import type { Selectable } from "kysely"
import type { GatewayPayment } from "~/domain/payments/gateway"
import type { Database } from "~db/database.server"
import type { Tables } from "~db/schema"

export type SandboxIntent = Selectable<Tables["sandbox_intents"]>

/** Decides a payment that has been processing long enough, as a bank would. */
export async function findIntent(db: Database, id: string, now: Date): Promise<SandboxIntent | undefined> {
  const found = await db.selectFrom("sandbox_intents").selectAll().where("id", "=", id).executeTakeFirst()
  if (found?.status !== "processing" || found.decides_at === null || found.decides_at > now) return found
  await db
    .updateTable("sandbox_intents")
    .set({ status: found.succeeds ? "succeeded" : "requires_payment_method", updated_at: now })
    .where("id", "=", id)
    .where("status", "=", "processing")
    .execute()
  return db.selectFrom("sandbox_intents").selectAll().where("id", "=", id).executeTakeFirst()
}

export function toPayment(row: SandboxIntent): GatewayPayment {
  return {
    id: row.id,
    intentId: row.id,
    clientSecret: row.client_secret,
    url: null,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    method: row.method,
    cardFingerprint: row.status === "succeeded" ? row.card_fingerprint : null,
    paymentId: row.metadata.paymentId ?? null,
    userId: row.metadata.userId ?? null,
    checkoutId: row.metadata.checkoutId ?? null,
  }
}
