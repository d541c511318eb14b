import type { Selectable } from "kysely"
import { emit } from "~/domain/events/emit.server"
import { type GatewayRefund, GatewayRefusal } from "~/domain/payments/gateway"
import type { Shop, Tx } from "~/domain/shop"
import { unavailable } from "~/domain/shop-error"
import type { Tables } from "~db/schema"

type Refund = Selectable<Tables["refunds"]>

/** After this many, an administrator must act. */
const MAX_REFUSALS = 5

/** Safe to repeat: the refund's id is the idempotency key. */
export async function processRefund(shop: Shop, refundId: string): Promise<void> {
  const refund = await shop.db.selectFrom("refunds").selectAll().where("id", "=", refundId).executeTakeFirstOrThrow()
  if (refund.status !== "requested") return
  const result = refund.gateway_refund_id
    ? await fetchRefund(shop, refund.gateway_refund_id)
    : await refundAtGateway(shop, refund)
  await shop.transaction((tx) => recordRefundResult(tx, refund, result))
}

/** Leaves an unavailable gateway to reconciliation. */
export async function tryProcessRefund(shop: Shop, refundId: string): Promise<void> {
  await processRefund(shop, refundId).catch((error) => {
    shop.log.warn({ err: error, refundId }, "a refund waits for the next reconciliation")
  })
}

/** As `tryProcessRefund`; returns the reason if the refund failed. */
export async function refundFailure(shop: Shop, refundId: string): Promise<string | null> {
  await tryProcessRefund(shop, refundId)
  const query = shop.db.selectFrom("refunds").select(["status", "failure"]).where("id", "=", refundId)
  const { status, failure } = await query.executeTakeFirstOrThrow()
  return status === "failed" ? (failure ?? "it gives no reason") : null
}

/** A refund may fail after it has arrived, and arrive after all. */
const opposite = { succeeded: "failed", failed: "succeeded" } as const

type RefundResult = Pick<GatewayRefund, "status" | "failure"> & { id: string | null }

/** Ignores what was fetched before a result that is recorded already. */
export async function recordRefundResult(tx: Tx, refund: Refund, result: RefundResult): Promise<void> {
  const { id: gatewayId, failure } = result
  const status = result.status === "pending" ? "requested" : result.status
  const settled_at = status === "requested" ? null : tx.now()
  const recorded = await tx.db
    .with("before", (db) =>
      db
        .selectFrom("refunds")
        .select(["id", "status"])
        .where("id", "=", refund.id)
        .where((row) => row.or([row("gateway_refund_id", "is", null), row("gateway_refund_id", "=", gatewayId)]))
        .where((row) => row("status", "in", status === "requested" ? ["requested"] : ["requested", opposite[status]]))
        .forNoKeyUpdate(),
    )
    .updateTable("refunds")
    .from("before")
    .set({ status, gateway_refund_id: gatewayId, failure, settled_at })
    .whereRef("refunds.id", "=", "before.id")
    .returning("before.status as before")
    .executeTakeFirst()
  if (!recorded) return
  if (status === "succeeded") await emit(tx, "refund.succeeded", { ...refund, hadFailed: recorded.before === "failed" })
  if (status !== "failed") return
  const reason = result.failure ?? "the payment service gives no reason"
  await emit(tx, "refund.failed", { refund, reason, gatewayRefundId: result.id, isOver: true })
}

async function fetchRefund(shop: Shop, gatewayId: string): Promise<RefundResult> {
  const known = await shop.payments.findRefund(gatewayId)
  if (known) return known
  throw unavailable(`The payment service knows nothing of the refund ${gatewayId}`)
}

async function refundAtGateway(shop: Shop, refund: Refund): Promise<RefundResult> {
  const { id: refundId, payment_intent_id: intentId, amount, refusals, tries } = refund
  try {
    return await shop.payments.refund({ intentId, amount, refundId, refusals, isRepeat: tries > 0 })
  } catch (error) {
    if (!(error instanceof GatewayRefusal)) throw error
    // No later try can succeed.
    if (error.kind === "invalid") return { id: null, status: "failed", failure: error.message }
    const { message } = error
    await shop.transaction((tx) => countRefusal(tx, refund, message))
    throw error
  }
}

/** The next try uses another idempotency key. */
async function countRefusal(tx: Tx, refund: Refund, message: string): Promise<void> {
  const refusals = refund.refusals + 1
  await tx.db
    .updateTable("refunds")
    .set({ refusals, failure: message })
    .where("id", "=", refund.id)
    .where("refusals", "=", refund.refusals)
    .execute()
  if (refusals >= MAX_REFUSALS)
    await emit(tx, "refund.failed", { refund, reason: message, gatewayRefundId: null, isOver: false })
}
