import Stripe from "stripe"
import { type GatewayRefund, GatewayRefusal, type NewRefund } from "~/domain/payments/gateway"
import type { CallStripe } from "./stripe-calls.server"

/**
 * Searches for an earlier refund before any retry, because the idempotency key may have returned an error, or be
 * forgotten.
 */
export async function refundAtStripe(stripe: Stripe, call: CallStripe, refund: NewRefund): Promise<GatewayRefund> {
  const { intentId, amount, refundId, refusals, isRepeat = false } = refund
  const earlier = refusals > 0 || isRepeat ? await findOwnRefund(stripe, call, refund) : null
  if (earlier) return earlier
  const key = refusals > 0 ? `refund-${refundId}-${refusals}` : `refund-${refundId}`
  try {
    const params = { payment_intent: intentId, amount, metadata: { refundId } }
    const options = { idempotencyKey: key }
    return toRefund(await call((time) => stripe.refunds.create(params, { ...options, ...time })))
  } catch (error) {
    const cause = error instanceof GatewayRefusal ? error.cause : null
    if (!(cause instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const ours = cause.code === "charge_already_refunded" ? await findOwnRefund(stripe, call, refund) : null
    if (ours) return ours
    throw new GatewayRefusal("invalid", cause.message, { cause })
  }
}

export function toRefund(refund: Stripe.Refund): GatewayRefund {
  const { id, amount, status, payment_intent, failure_reason, metadata, created } = refund
  return {
    id,
    amount,
    intentId: typeof payment_intent === "string" ? payment_intent : (payment_intent?.id ?? ""),
    status: status === "succeeded" ? "succeeded" : status === "failed" || status === "canceled" ? "failed" : "pending",
    failure: failure_reason ?? null,
    refundId: metadata?.refundId ?? null,
    createdAt: new Date(created * 1_000),
  }
}

const MAX_REFUNDS = 1_000

export async function listRefunds(
  stripe: Stripe,
  call: CallStripe,
  filter: Pick<Stripe.RefundListParams, "payment_intent" | "created">,
): Promise<GatewayRefund[]> {
  const found = await call((time) => {
    return stripe.refunds.list({ ...filter, limit: 100 }, time).autoPagingToArray({ limit: MAX_REFUNDS })
  })
  return found.map(toRefund)
}

async function findOwnRefund(
  stripe: Stripe,
  call: CallStripe,
  { intentId, refundId }: NewRefund,
): Promise<GatewayRefund | null> {
  const all = await listRefunds(stripe, call, { payment_intent: intentId })
  const ours = all.filter((refund) => refund.refundId === refundId)
  return ours.find((refund) => refund.status !== "failed") ?? null
}
