import type { Selectable } from "kysely"
import type { RefundsTable } from "~db/schema"
import { formatCents } from "../money"
import type { Books, Shop } from "../shop"
import { type GatewayRefund, GatewayRefusal } from "./gateway"
import { noteIncident, settleIncident } from "./incidents.server"

type Refund = Selectable<RefundsTable>

/** An error that time does not heal: after so many of them somebody has to look. */
const PATIENCE = 5

/**
 * Carries out a refund that was asked for, at the gateway, and records its outcome; an order's sums follow by
 * themselves. Safe to repeat: the refund's id is the gateway's idempotency key.
 * @throws ShopError when the gateway could not do it; reconciliation tries again
 */
export async function settleRefund(shop: Shop, refundId: string): Promise<void> {
  const refund = await shop.db.selectFrom("refunds").selectAll().where("id", "=", refundId).executeTakeFirstOrThrow()
  if (refund.status !== "requested") return
  const known = refund.gateway_refund_id ? await shop.payments.findRefund(refund.gateway_refund_id) : null
  const answer = known ?? (await askForRefund(shop, refund))
  await shop.transaction((books) => recordRefund(books, refund, answer))
}

type Answer = Pick<GatewayRefund, "status" | "failure"> & { id: string | null }

/** Keeps what the gateway says of one of our refunds, also when it changes its mind. */
export async function recordRefund(books: Books, refund: Refund, told: Answer): Promise<void> {
  const status = told.status === "pending" ? "requested" : told.status
  await books.db
    .updateTable("refunds")
    .set({
      status,
      gateway_refund_id: told.id,
      failure: told.failure,
      settled_at: status === "requested" ? null : books.now(),
    })
    .where("id", "=", refund.id)
    .execute()
  if (status === "failed") await reportFailure(books, refund, told.failure ?? "the payment service gives no reason")
  if (status === "succeeded") {
    await settleIncident(books, "refund-failed", refund.payment_intent_id)
    await settleIncident(books, "paid-without-order", refund.payment_intent_id)
  }
}

async function askForRefund(shop: Shop, refund: Refund): Promise<Answer> {
  const { id: refundId, payment_intent_id: intentId, amount, refusals } = refund
  try {
    return await shop.payments.refund({ intentId, amount, refundId, refusals })
  } catch (error) {
    if (!(error instanceof GatewayRefusal)) throw error
    // This cannot be given back, whoever asks and however often.
    if (error.kind === "invalid") return { id: null, status: "failed", failure: error.message }
    await countRefusal(shop, refund, error.message)
    throw error
  }
}

/** The idempotency key is used up; the next try takes another. */
async function countRefusal(books: Books, refund: Refund, message: string): Promise<void> {
  const refusals = refund.refusals + 1
  await books.db
    .updateTable("refunds")
    .set({ refusals, failure: message })
    .where("id", "=", refund.id)
    .where("refusals", "=", refund.refusals)
    .execute()
  if (refusals >= PATIENCE) await reportFailure(books, refund, message)
}

async function reportFailure(books: Books, refund: Refund, why: string): Promise<void> {
  await noteIncident(books, {
    kind: "refund-failed",
    intentId: refund.payment_intent_id,
    userId: null,
    orderId: refund.order_id,
    detail: `${formatCents(refund.amount)} could not be given back: ${why}`,
  })
}
