import { emit } from "~/domain/events/emit.server"
import { type GatewayRefund, GatewayRefusal } from "~/domain/payments/gateway"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { unavailable } from "~/domain/shop-error"
import type { Refund } from "./refunds.server"

/** After this many attempts an administrator must act. */
const MAX_REFUSALS = 5

/** Safe to repeat: the refund's id is the idempotency key. */
export async function processRefund(shop: Shop, refundId: string): Promise<void> {
  const refund = await findRefund(shop, refundId)
  if (refund.status !== "requested" || refund.payout !== null) return
  const result = await resultOf(shop, refund)
  await shop.transaction((tx) => recordRefundResult(tx, refund, result))
}

/** Leaves the refund to reconciliation if the gateway is unavailable. */
export async function tryProcessRefund(shop: Shop, refundId: string): Promise<void> {
  await processRefund(shop, refundId).catch((error) => {
    shop.log.warn({ err: error, refundId }, "a refund waits for the next reconciliation")
  })
}

/** Runs in the transaction that records the result; `isLocked`: whether that has locked the order. */
type FollowUp = (tx: Tx, refund: Refund, isLocked: boolean) => Promise<void>

/**
 * Sends a refund that was just requested; `follow` runs unless it failed, also if the gateway is unavailable, which is
 * left to reconciliation. Returns the reason why the refund failed, or null.
 */
export async function sendRefund(shop: Shop, refund: Refund, follow?: FollowUp): Promise<string | null> {
  const leave = (err: unknown) => {
    shop.log.warn({ err, refundId: refund.id }, "a refund waits for the next reconciliation")
    return null
  }
  const result = await resultOf(shop, refund).catch(leave)
  return shop.transaction((tx) => finishRefund(tx, refund, result, follow)).catch(leave)
}

async function finishRefund(
  tx: Tx,
  refund: Refund,
  result: RefundResult | null,
  follow?: FollowUp,
): Promise<string | null> {
  const recorded = result && (await recordRefundResult(tx, refund, result))
  const current = recorded ?? (await findRefund(tx, refund.id))
  if (current.status === "failed") return current.failure ?? "it gives no reason"
  await follow?.(tx, current, recorded !== null)
  return null
}

/** A refund may fail after it has arrived, and may still arrive later. */
const opposite = { succeeded: "failed", failed: "succeeded" } as const

type RefundResult = Pick<GatewayRefund, "status" | "failure"> & { id: string | null }

/** Returns the refund, locked with its order; null for data that was fetched before the recorded result. */
export async function recordRefundResult(tx: Tx, refund: Refund, result: RefundResult): Promise<Refund | null> {
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
    .returningAll("refunds")
    .returning("before.status as before")
    .executeTakeFirst()
  if (!recorded) return null
  const { before, ...current } = recorded
  if (status === "succeeded") await emit(tx, "refund.succeeded", { ...refund, hadFailed: before === "failed" })
  if (status === "failed") {
    const reason = failure ?? "the payment service gives no reason"
    await emit(tx, "refund.failed", { refund, reason, gatewayRefundId: gatewayId, isOver: true })
  }
  return current
}

async function findRefund({ db }: Queryable, id: string): Promise<Refund> {
  return db.selectFrom("refunds").selectAll().where("id", "=", id).executeTakeFirstOrThrow()
}

/** The only way of a refund to the gateway, which knows nothing of payments that it did not take */
async function resultOf(shop: Shop, refund: Refund): Promise<RefundResult> {
  if (refund.payout !== null) throw new Error(`Refund ${refund.id} is not paid out by the payment service`)
  return refund.gateway_refund_id ? fetchRefund(shop, refund.gateway_refund_id) : refundAtGateway(shop, refund)
}

async function fetchRefund(shop: Shop, gatewayId: string): Promise<RefundResult> {
  const known = await shop.payments.findRefund(gatewayId)
  if (known) return known
  throw unavailable(`The payment service has no refund ${gatewayId}`)
}

async function refundAtGateway(shop: Shop, refund: Refund): Promise<RefundResult> {
  const { id: refundId, payment_intent_id: intentId, amount, refusals, tries } = refund
  try {
    return await shop.payments.refund({ intentId, amount, refundId, refusals, isRepeat: tries > 0 })
  } catch (error) {
    if (!(error instanceof GatewayRefusal)) throw error
    // No later attempt can succeed.
    if (error.kind === "invalid") return { id: null, status: "failed", failure: error.message }
    const { message } = error
    await shop.transaction((tx) => countRefusal(tx, refund, message))
    throw error
  }
}

/** The next attempt uses another idempotency key. */
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
