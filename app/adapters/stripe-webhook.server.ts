import Stripe from "stripe"
import type { WebhookEvent, WebhookReader } from "~/domain/payments/gateway"
import { invalid } from "~/domain/shop-error"

/** Seconds */
const TOLERANCE = 300

interface WebhookOptions {
  /** Several during a rotation */
  secrets: readonly string[]
  now: () => Date
}

export function openStripeWebhook({ secrets, now }: WebhookOptions): WebhookReader {
  return {
    parse(message, headers) {
      const signature = headers.get("Stripe-Signature")
      const text = new TextDecoder().decode(message)
      if (secrets.some((secret) => isSigned(text, signature, secret, now()))) return toWebhookEvent(JSON.parse(text))
      throw invalid("This message does not have a valid signature")
    },
  }
}

function isSigned(text: string, signature: string | null, secret: string, now: Date): boolean {
  const { signature: verifier } = Stripe.webhooks
  try {
    return verifier?.verifyHeader(text, signature ?? "", secret, TOLERANCE, undefined, now.getTime()) ?? false
  } catch {
    return false
  }
}

interface EventSubject {
  object?: string
  id?: string
  payment_intent?: unknown
  latest_charge?: unknown
  reason?: string
  status?: string
}

function toWebhookEvent({ id: eventId = "", type, data }: Partial<Stripe.Event>): WebhookEvent {
  const subject = data?.object as EventSubject | undefined
  const id = subject?.id
  if (!id) return { about: "nothing" }
  if (type === "payment_intent.payment_failed") {
    const { latest_charge: charge } = subject
    // A card that is declined before a charge is made has no charge.
    return { about: "payment", id, declined: typeof charge === "string" ? charge : eventId }
  }
  if (subject.object === "payment_intent" || subject.object === "checkout.session") return { about: "payment", id }
  if (subject.object === "refund") return { about: "refund", id }
  const { payment_intent } = subject
  if (typeof payment_intent !== "string") return { about: "nothing" }
  if (subject.object === "dispute") return toDispute(type, { id, intentId: payment_intent }, subject)
  if (type === "charge.refunded") return { about: "refunds", intentId: payment_intent }
  return subject.object === "charge" ? { about: "payment", id: payment_intent } : { about: "nothing" }
}

/** Only the beginning and the end of a dispute matter; a closed inquiry counts as won. */
function toDispute(
  type: string | undefined,
  about: { id: string; intentId: string },
  { reason = "no reason given", status }: { reason?: string; status?: string },
): WebhookEvent {
  // The disputes of debits are lost from the beginning.
  if (type === "charge.dispute.created")
    return { about: "dispute", ...about, reason, outcome: status === "lost" ? "lost" : "open" }
  if (type !== "charge.dispute.closed") return { about: "nothing" }
  return { about: "dispute", ...about, reason, outcome: status === "lost" ? "lost" : "won" }
}
