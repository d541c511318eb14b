import { randomBytes } from "node:crypto"
import type { PaymentGateway } from "~/domain/payments/gateway"
import { invalid, notFound } from "~/domain/shop-error"
import type { Database } from "~db/database.server"
import { openSandboxTerminal, toIntent } from "./sandbox-terminal.server"

interface SandboxOptions {
  db: Database
  now: () => Date
  /** The shop's own address: its payment page is the sandbox's hosted page. */
  url: string
}

/** The embedded card gateway: no money moves, everything else behaves. Its intents live in the database. */
export function openSandboxGateway({ db, now, url }: SandboxOptions): PaymentGateway {
  return {
    kind: "sandbox",
    publishableKey: "pk_sandbox_counter",
    terminal: openSandboxTerminal({ db, now }),
    async create({ amount, checkoutId, userId }) {
      const id = `pi_sandbox_${randomBytes(12).toString("hex")}`
      await db
        .insertInto("sandbox_intents")
        .values({
          id,
          idempotency_key: `checkout-${checkoutId}`,
          client_secret: `${id}_secret_${randomBytes(16).toString("hex")}`,
          amount,
          currency: "usd",
          metadata: JSON.stringify({ checkoutId, userId }),
          created_at: now(),
          updated_at: now(),
        })
        .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
        .execute()
      const row = await db
        .selectFrom("sandbox_intents")
        .selectAll()
        .where("idempotency_key", "=", `checkout-${checkoutId}`)
        .executeTakeFirstOrThrow()
      return toIntent(row)
    },
    async find(id) {
      const row = await db.selectFrom("sandbox_intents").selectAll().where("id", "=", id).executeTakeFirst()
      return row ? toIntent(row) : null
    },
    async cancel(id) {
      await db
        .updateTable("sandbox_intents")
        .set({ status: "canceled", updated_at: now() })
        .where("id", "=", id)
        .where("status", "in", ["requires_payment_method", "requires_action"])
        .execute()
      const row = await db.selectFrom("sandbox_intents").selectAll().where("id", "=", id).executeTakeFirst()
      if (!row) throw notFound("No such payment")
      return toIntent(row)
    },
    async refund({ intentId, amount, refundId }) {
      return db.transaction().execute(async (tx) => {
        const intent = await tx
          .selectFrom("sandbox_intents")
          .selectAll()
          .where("id", "=", intentId)
          .forUpdate()
          .executeTakeFirst()
        if (intent?.status !== "succeeded") throw invalid("Only a succeeded payment can be refunded")
        const earlier = await tx.selectFrom("sandbox_refunds").selectAll().where("intent_id", "=", intentId).execute()
        const same = earlier.find((refund) => refund.idempotency_key === refundId)
        if (same) return { id: same.id, status: "succeeded" as const }
        const refunded = earlier.reduce((sum, refund) => sum + refund.amount, 0)
        if (refunded + amount > intent.amount) throw invalid("A refund cannot be larger than the payment")
        const id = `re_sandbox_${randomBytes(12).toString("hex")}`
        await tx
          .insertInto("sandbox_refunds")
          .values({ id, intent_id: intentId, idempotency_key: refundId, amount, created_at: now() })
          .execute()
        return { id, status: "succeeded" as const }
      })
    },
    hostedPage: async () => `${url}/process/payment`,
  }
}
