import { randomBytes } from "node:crypto"
import type { GatewayPayment, NewPayment, PaymentGateway } from "~/domain/payments/gateway"
import { CARDS_ONLY, methodsFor } from "~/domain/payments/online-methods"
import type { Database } from "~db/database.server"
import { listSandboxFees } from "./sandbox-fees.server"
import { findIntent, toPayment } from "./sandbox-intent.server"
import { findSandboxRefund, listSandboxRefunds, refundInSandbox } from "./sandbox-refund.server"
import { openSandboxTerminal } from "./sandbox-terminal.server"

interface SandboxOptions {
  db: Database
  now: () => Date
  /** The shop's own origin: its payment page is the sandbox's hosted page. */
  url: string
}

const MAX_LISTED = 1_000

export function openSandboxGateway({ db, now, url }: SandboxOptions): PaymentGateway {
  async function open(payment: NewPayment): Promise<GatewayPayment> {
    const { paymentId, amount, currency, checkoutId, userId, shop, customer, methods = CARDS_ONLY } = payment
    const id = `pi_sandbox_${randomBytes(12).toString("hex")}`
    const row = await db
      .insertInto("sandbox_intents")
      .values({
        id,
        idempotency_key: paymentId,
        client_secret: `${id}_secret_${randomBytes(16).toString("hex")}`,
        amount,
        currency: currency.toLowerCase(),
        methods: methodsFor(methods, { amount, currency, country: customer?.address.country ?? "" }),
        metadata: JSON.stringify({ paymentId, userId, shop, ...(checkoutId && { checkoutId }) }),
        created_at: now(),
        updated_at: now(),
      })
      // The no-op update returns the row of an earlier call.
      .onConflict((conflict) => conflict.column("idempotency_key").doUpdateSet({ idempotency_key: paymentId }))
      .returningAll()
      .executeTakeFirstOrThrow()
    return toPayment(row)
  }

  return {
    kind: "sandbox",
    publishableKey: "pk_sandbox_counter",
    terminal: openSandboxTerminal({ db, now }),
    webhook: null,
    pageSources: null,
    open,
    async openHosted(payment) {
      return { ...(await open(payment)), clientSecret: null, url: `${url}/process/payment` }
    },
    async find(id) {
      const row = await findIntent(db, id, now())
      return row ? toPayment(row) : null
    },
    async paymentsBetween(from, until) {
      const rows = await db
        .selectFrom("sandbox_intents")
        .selectAll()
        .where("created_at", ">=", from)
        .where("created_at", "<=", until)
        .orderBy("created_at", "desc")
        .limit(MAX_LISTED)
        .execute()
      const payments = rows.map((row) => {
        return { ...toPayment(row), shop: row.metadata.shop ?? null, createdAt: row.created_at }
      })
      return { payments, isComplete: rows.length < MAX_LISTED }
    },
    async cancel(id) {
      await db
        .updateTable("sandbox_intents")
        .set({ status: "canceled", updated_at: now() })
        .where("id", "=", id)
        .where("status", "in", ["requires_payment_method", "requires_action"])
        .execute()
      const row = await findIntent(db, id, now())
      return row ? toPayment(row) : null
    },
    refund: (refund) => refundInSandbox(db, refund, now()),
    findRefund: (id) => findSandboxRefund(db, id, now()),
    refundsOf: (intentId) => listSandboxRefunds(db, { intentId }, now()),
    refundsSince: (since) => listSandboxRefunds(db, { since }, now()),
    feesBetween: (from, until) => listSandboxFees(db, from, until),
  }
}
