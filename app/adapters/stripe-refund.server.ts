import Stripe from "stripe"
import { type GatewayRefund, GatewayRefusal, type NewRefund } from "~/domain/payments/gateway"
import { askStripe, type Patience } from "./stripe-calls.server"

/**
 * Refunds through Stripe. A key that was answered with an error is used up, and what Stripe did before it failed is
 * not known: so before a new key is used, the intent's refunds are searched for ours.
 */
export async function refundAtStripe(stripe: Stripe, patience: Patience, refund: NewRefund): Promise<GatewayRefund> {
  const { intentId, amount, refundId, refusals } = refund
  const earlier = refusals > 0 ? await findOurs(stripe, patience, refund) : null
  if (earlier) return earlier
  const key = refusals > 0 ? `refund-${refundId}-${refusals}` : `refund-${refundId}`
  try {
    const params = { payment_intent: intentId, amount, metadata: { refundId } }
    const options = { idempotencyKey: key }
    return toRefund(await askStripe(patience, (time) => stripe.refunds.create(params, { ...options, ...time })))
  } catch (error) {
    const cause = error instanceof GatewayRefusal ? error.cause : null
    if (!(cause instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const ours = cause.code === "charge_already_refunded" ? await findOurs(stripe, patience, refund) : null
    if (ours) return ours
    throw new GatewayRefusal("invalid", cause.message, { cause })
  }
}

export function toRefund(refund: Stripe.Refund): GatewayRefund {
  const { id, amount, status, payment_intent, failure_reason, metadata } = refund
  return {
    id,
    amount,
    intentId: typeof payment_intent === "string" ? payment_intent : (payment_intent?.id ?? ""),
    status: status === "succeeded" ? "succeeded" : status === "failed" || status === "canceled" ? "failed" : "pending",
    failure: failure_reason ?? null,
    refundId: metadata?.refundId ?? null,
  }
}

async function findOurs(
  stripe: Stripe,
  patience: Patience,
  { intentId, refundId }: NewRefund,
): Promise<GatewayRefund | null> {
  const list = await askStripe(patience, (time) => {
    return stripe.refunds.list({ payment_intent: intentId, limit: 100 }, time)
  })
  const ours = list.data.map(toRefund).filter((refund) => refund.refundId === refundId)
  return ours.find((refund) => refund.status !== "failed") ?? null
}
