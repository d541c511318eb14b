import type { Selectable } from "kysely"
import type { GatewayPayment } from "~/domain/payments/gateway"
import type { Database } from "~db/database.server"
import type { Tables } from "~db/schema"

export type SandboxIntent = Selectable<Tables["sandbox_intents"]>

export function findIntent(db: Database, id: string): Promise<SandboxIntent | undefined> {
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
    cardFingerprint: row.status === "succeeded" ? row.card_fingerprint : null,
    paymentId: row.metadata.paymentId ?? null,
    userId: row.metadata.userId ?? null,
    checkoutId: row.metadata.checkoutId ?? null,
  }
}
